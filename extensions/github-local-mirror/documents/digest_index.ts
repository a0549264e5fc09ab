import { join } from "node:path";
import type { KnownDigests } from "../../platform/documents/digests.ts";
import { appendDurably, readIfThere, replaceDurably } from "../state/durable_file.ts";

/** The content that each document is known to have, by its name, also in later runs. */
export interface DigestIndex extends KnownDigests {
  /** Forgets everything: the data are not those it was about. */
  clear(): Promise<void>;
  /** Documents whose names begin like that. */
  count(prefix: string): number;
}

/** Lines beyond twice the documents before the file is written again. */
const SPARE_LINES = 1_000;

/**
 * The index in `artifacts`, a line a document, the last line of a name counts. It only saves
 * reading: without it everything is compared with what is stored.
 *
 * @returns the index, and whether there was a file of it
 */
export async function openDigests(
  artifacts: string,
): Promise<{ digests: DigestIndex; found: boolean }> {
  const path = join(artifacts, "digests.log");
  const text = await readIfThere(path);
  const known = new Map<string, string>();
  let lines = 0;
  for (const line of linesOf(text ?? "")) {
    const [name, digest] = line.split("\t");
    lines += 1;
    // A crash may have left half a line.
    if (name && digest?.length === 22) known.set(name, digest);
    else if (name) known.delete(name);
  }
  if (text !== null && (lines > 2 * known.size + SPARE_LINES || !text.endsWith("\n"))) {
    await replaceDurably(path, asLines(known));
  }
  const digests: DigestIndex = {
    get: (name) => known.get(name),
    async add(entries) {
      if (entries.length === 0) return;
      await appendDurably(path, asLines(entries));
      remember(known, entries);
    },
    async forget(names) {
      const changing = names.filter((name) => known.delete(name));
      if (changing.length === 0) return;
      await appendDurably(path, asLines(changing.map((name) => [name, ""])));
    },
    async clear() {
      known.clear();
      await replaceDurably(path, "");
    },
    count: (prefix) => countOf(known, prefix),
  };
  return { digests, found: text !== null };
}

function remember(
  known: Map<string, string>,
  entries: readonly (readonly [string, string])[],
): void {
  for (const [name, digest] of entries) known.set(name, digest);
}

function countOf(known: ReadonlyMap<string, string>, prefix: string): number {
  let count = 0;
  for (const name of known.keys()) if (name.startsWith(prefix)) count += 1;
  return count;
}

function asLines(entries: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [name, digest] of entries) text += `${name}\t${digest}\n`;
  return text;
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    const until = end === -1 ? text.length : end;
    if (until > from) yield text.slice(from, until);
    from = until + 1;
  }
}
