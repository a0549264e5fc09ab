import { lineAt, readSource } from "@svc/core/source";

/** `import(` outside of comments, strings and templates, unless a plain literal follows. */
const COMPUTED = /(?<![\w$.#])import\s*\((?!\s*["'])/g;

/**
 * The 1-based lines on which `text` calls `import(...)` with anything but a plain literal. Literals are
 * in Deno's own graph, where a type and a value differ; computed names are not.
 */
export function dynamicImportLines(text: string): number[] {
  const { bare } = readSource(text);
  return [...bare.matchAll(COMPUTED)].map(({ index }) => lineAt(text, index));
}
