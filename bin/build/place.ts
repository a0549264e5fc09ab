import { type Expression, parse } from "acorn";
import { entryName, resolved } from "./entries.ts";

/** Calls that ask where their module lies. */
const ASKS = /\b(sibling(?:Path|Url)|lazily)((?:<[^;]*?>)?)\(\s*import\.meta\b(?!\.)/g;

/** Asks for the URL of a module that is part of the build. */
const STARTED = /\bsiblingUrl\(\s*import\.meta,\s*"([^"]+\.ts)"/g;

/**
 * The text of a source for the build: where it asks for its place, it is told its place among the
 * sources. Bundling moves code to other files, and most processes are started from the sources.
 *
 * @param path of the source below `packages`
 * @param started modules that are started from the build
 */
export function placed(text: string, path: string, started: ReadonlySet<string>): string {
  const place = `{ url: new URL(${JSON.stringify(`../packages/${path}`)}, import.meta.url).href }`;
  return text
    .replace(STARTED, (whole, sibling) => {
      const module = resolved(sibling, path);
      return started.has(module)
        ? `siblingUrl({ url: import.meta.url }, "./${entryName(module)}.js"`
        : whole;
    })
    .replace(ASKS, (_whole, name, types) => `${name}${types}(${place}`);
}

/**
 * The text of a built module whose dynamic imports Deno does not read before the first line runs. Code
 * in texts, such as the programs that svc writes, stays as it is.
 */
export function lateImports(text: string): string {
  const edits: { start: number; end: number }[] = [];
  const note = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, source } = node as { type?: string; source?: Expression };
    if (type === "ImportExpression" && source?.type === "Literal") edits.push(source);
    for (const part of Object.values(node)) note(part);
  };
  note(parse(text, { ecmaVersion: "latest", sourceType: "module" }));
  let result = text;
  for (const { start, end } of edits.toSorted((a, b) => b.start - a.start)) {
    result = `${result.slice(0, start)}String(${result.slice(start, end)})${result.slice(end)}`;
  }
  return result;
}
