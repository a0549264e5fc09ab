import { isSvcError, SvcError } from "@svc/core/error";
import { visibleText } from "@svc/core/text";
import type { Html } from "@svc/http/page";
import { structuredPatch } from "diff";
import { html } from "hono/html";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, when } from "./words.ts";

/** Bytes of each version that are compared. */
const LARGEST = 256_000;

/** Time to compare, in milliseconds, and lines that may differ: the search takes their square. */
const LIMITS = { timeout: 500, maxEditLength: 2000 };

/** Lines that a page shows, and characters of each. */
const MOST = { lines: 2000, characters: 1000 };

/** What a version of data changed of the one before. */
export async function changesPage(visit: Visit, behavior: string, name: string): Promise<Page> {
  const { versions, modelName } = await read(visit, "data.versions", { behavior, name });
  const asked = visit.url.searchParams.get("version");
  const at = asked === null
    ? versions.findIndex(({ isLatest }) => isLatest)
    : versions.findIndex(({ version }) => String(version) === asked);
  const after = versions[at];
  if (after === undefined) {
    throw new SvcError("not_found", "There is no such version of this data", {
      hint: "Old versions go as the type of the behavior says.",
    });
  }
  const before = versions[at + 1];
  const place = pathTo("behaviors", modelName, "data", name);
  return {
    title: `Changes of ${name}`,
    body: html`
      <h1>Changes of ${name}</h1>
      <p><a href="${place}?version=${after.version}">Version ${after.version}</a>, ${when(
        after.createdAt,
      )}, ${before === undefined
        ? "is the first one that is kept."
        : html`after <a href="${place}?version=${before.version}">version ${before.version}</a>, ${
          when(before.createdAt)
        }`}</p>
      ${await changes(visit, { behavior: modelName, name }, before, after)}
    `,
  };
}

interface Version {
  version: number;
  size: number;
}

async function changes(
  visit: Visit,
  data: { behavior: string; name: string },
  before: Version | undefined,
  after: Version,
): Promise<Html> {
  const quiet = (words: string) => html`<p class="quiet">${words}</p>`;
  if (Math.max(before?.size ?? 0, after.size) > LARGEST) {
    return quiet("Too large to compare on a page.");
  }
  const [was, is] = await Promise.all([
    before === undefined ? "" : textOf(visit, data, before),
    textOf(visit, data, after),
  ]);
  if (was === undefined || is === undefined) return quiet("Not text, or gone, so not compared.");
  if (was === is) return quiet("The content is the same.");
  const lines = linesOf(was, is);
  if (lines === undefined) return quiet("They differ too much to compare them line by line.");
  return html`<pre class="diff" tabindex="0" role="region" aria-label="Changes">${
    lines.slice(0, MOST.lines).map(lineHtml)
  }</pre>${
    lines.length > MOST.lines ? quiet(`${lines.length - MOST.lines} more lines differ.`) : ""
  }`;
}

/** Lines around each change, with their marks; undefined where it takes too long. */
function linesOf(was: string, is: string): string[] | undefined {
  const patch = structuredPatch("", "", was, is, undefined, undefined, { context: 3, ...LIMITS });
  return patch?.hunks.flatMap(({ oldStart, newStart, lines }) => [
    `@@ -${oldStart} +${newStart} @@`,
    ...lines,
  ]);
}

/** A line with its end in it, so that an empty one has a height. */
function lineHtml(line: string): Html {
  const shown = visibleText(line.slice(0, MOST.characters));
  const text = `${shown}${line.length > MOST.characters ? "…" : ""}\n`;
  if (line.startsWith("+")) return html`<ins>${text}</ins>`;
  if (line.startsWith("-")) return html`<del>${text}</del>`;
  return html`<span>${text}</span>`;
}

/** The content as text, values as JSON with one thing a line; undefined where there is none. */
async function textOf(
  visit: Visit,
  data: { behavior: string; name: string },
  { version }: Version,
): Promise<string | undefined> {
  try {
    const { content } = await read(visit, "data.get", { ...data, version, content: true });
    return content === undefined || typeof content === "string"
      ? content
      : `${JSON.stringify(content, null, 2)}\n`;
  } catch (error) {
    if (isSvcError(error) && error.status === 404) return undefined;
    throw error;
  }
}
