import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { terminalLine } from "../platform/terminal.ts";
import { hostileText } from "./hostile_text.ts";

/** A renderer that takes what it can for markup: HTML, addresses as they stand, tables. */
const renderer = new MarkdownIt({ html: true, linkify: true });
// Names of hosts without a scheme are no links in the Markdown that repositories show.
renderer.linkify.set({ fuzzyLink: false });

/** Controls but tabs and line ends, and marks that change the direction of text. */
// deno-lint-ignore no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** The tags that a page of Markdown makes, with where its links lead. */
export function shapeOf(markdown: string): string[] {
  const html = renderer.render(markdown);
  return [...html.matchAll(/<(\/?\w+)(?: href="([^"]*)")?/g)]
    .map(([, tag, href]) => href === undefined ? tag! : `${tag} ${href}`);
}

/**
 * Holds a page to this: whatever a stranger's text is, it makes the same page as a plain word, and no
 * mention, control or mark of direction is left in it.
 *
 * @param page renders the page with this text in every field that a stranger can fill
 */
export async function assertSameShape(
  page: (text: string) => Promise<string>,
  numRuns = 200,
): Promise<void> {
  const expected = shapeOf(await page("word"));
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      // What shows nothing leaves its place out.
      fc.pre(terminalLine(text).replaceAll("\u200b", "").trim() !== "");
      const markdown = await page(text);
      assert.deepEqual(shapeOf(markdown), expected);
      assert.doesNotMatch(markdown, UNSAFE);
    }),
    { numRuns },
  );
}

/** Compares a page with the file that was looked at once; `GOLDEN=write` writes it instead. */
export async function assertGolden(file: URL, page: string): Promise<void> {
  if (Deno.env.get("GOLDEN") === "write") await Deno.writeTextFile(file, page);
  assert.equal(page, await Deno.readTextFile(file));
}
