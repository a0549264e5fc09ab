import { html } from "hono/html";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, shown, when } from "./words.ts";

/** Bytes of content that a page asks for. */
const LARGEST = 1_000_000;

/** Data of a behavior: what is known of it, and its content. */
export async function dataPage(visit: Visit, behavior: string, name: string): Promise<Page> {
  const about = await read(visit, "data.get", { behavior, name, content: false });
  const item = about.size > LARGEST
    ? about
    : await read(visit, "data.get", { behavior, name, content: true });
  const download = `/api/v1${pathTo("behaviors", behavior, "data", name)}/content`;
  return {
    title: `${item.name} of ${item.modelName}`,
    body: html`
      <h1>${item.name}</h1>
      <dl>
        <dt>Behavior</dt>
        <dd><a href="${pathTo("behaviors", item.modelName)}">${item.modelName}</a></dd>
        <dt>Version</dt>
        <dd>${item.version}</dd>
        <dt>Written</dt>
        <dd>${when(item.createdAt)}</dd>
        <dt>Kind</dt>
        <dd>${item.contentType}, ${item.size} bytes</dd>
        <dt>Checksum</dt>
        <dd>${item.checksum}</dd>
      </dl>
      <p><a href="${download}">Download</a></p>
      ${item.content === undefined
        ? html`<p class="quiet">Too large for a page, or not text.</p>`
        : shown(item.content)}
    `,
  };
}
