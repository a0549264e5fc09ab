import { html } from "hono/html";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, shown, when } from "./words.ts";

/** Bytes of content that a page asks for. */
const LARGEST = 1_000_000;

/** Versions that a page lists. */
const VERSIONS = 50;

/** Data of a behavior: what is known of it, and its content. */
export async function dataPage(visit: Visit, behavior: string, name: string): Promise<Page> {
  const version = versionOf(visit.url);
  const asked = { behavior, name, ...(version === undefined ? {} : { version }) };
  const about = await read(visit, "data.get", { ...asked, content: false });
  const [item, { versions }] = await Promise.all([
    about.size > LARGEST ? about : read(visit, "data.get", { ...asked, content: true }),
    read(visit, "data.versions", { behavior, name }),
  ]);
  const place = pathTo("behaviors", item.modelName, "data", name);
  const query = version === undefined ? "" : `?version=${version}`;
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
      <p><a href="/api/v1${place}/content${query}">Download</a></p>
      ${item.content === undefined
        ? html`<p class="quiet">Too large for a page, or not text.</p>`
        : shown(item.content)}
      <h2>Versions</h2>
      <ul>${versions.slice(0, VERSIONS).map((one) =>
        html`<li>${
          one.lifecycle === "deleted"
            ? `${one.version} (deleted)`
            : html`<a href="${place}?version=${one.version}" ${
              one.version === item.version ? html`aria-current="true"` : ""
            }>Version ${one.version}</a>`
        }, ${when(one.createdAt)}, <a
          href="${place}/changes?version=${one.version}">changes<span class="visually-hidden"> of version ${one.version}</span></a></li>`
      )}</ul>
      ${versions.length > VERSIONS
        ? html`<p class="quiet">${versions.length - VERSIONS} older ones.</p>`
        : ""}
    `,
  };
}

/** The version that an address asks for; undefined for the newest. */
function versionOf(url: URL): number | undefined {
  const given = Number(url.searchParams.get("version") ?? NaN);
  return Number.isSafeInteger(given) && given > 0 && given < 1e15 ? given : undefined;
}
