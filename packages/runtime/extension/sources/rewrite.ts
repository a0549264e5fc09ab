import { readSource } from "@svc/core/source";

/** Another name for what a file imports. */
export interface Renamed {
  specifier: string;
  to: string;
}

/** A name in quotes where a module is named; `import(` is there for types. */
const NAMED = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g;

/**
 * A module with other names for what it imports, so that it means the same without its folder and its
 * configuration. Lines stay where they are.
 */
export function withNames(text: string, names: readonly Renamed[]): string {
  if (names.length === 0) return text;
  const to = new Map(names.map((name) => [name.specifier, name.to]));
  // In a comment or a text, the same words name no module.
  const { bare } = readSource(text);
  return text.replace(
    NAMED,
    (whole, before: string, quote: string, specifier: string, at: number) => {
      const name = to.get(specifier);
      const isCode = bare.startsWith(before + quote, at);
      return name === undefined || !isCode ? whole : `${before}${quote}${name}${quote}`;
    },
  );
}

/** The relative specifier by which one file of an archive names another. */
export function relativeName(from: string, to: string): string {
  const folders = from.split("/").slice(0, -1);
  const parts = to.split("/");
  let same = 0;
  while (same < folders.length && same < parts.length - 1 && folders[same] === parts[same]) same++;
  const up = folders.slice(same).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...parts.slice(same)].join("/");
}
