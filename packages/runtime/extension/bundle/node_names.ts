/** What CommonJS modules know of their place; a bundle is a module of the other kind. */
const NAMES = /\b__(?:dirname|filename)\b/;

const DEFINED =
  "globalThis.__dirname ??= import.meta.dirname; globalThis.__filename ??= import.meta.filename;\n";

/**
 * Code that may use `__dirname` and `__filename`: they are the bundle's own, as the packages are
 * inside it. Modules with variables of these names keep theirs.
 */
export function withNodeNames(code: string, map: string): { code: string; map: string } {
  if (!NAMES.test(code)) return { code, map };
  const { mappings, ...rest } = JSON.parse(map) as { mappings: string };
  // A line more at the top is a semicolon more.
  return { code: DEFINED + code, map: JSON.stringify({ ...rest, mappings: `;${mappings}` }) };
}
