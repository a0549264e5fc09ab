const SPECIFIER = /(["'`])((?:npm|jsr|https?):[^"'`\s]+)\1/g;
const STATEMENT = /\b(?:from|import|require)\s*\(?\s*(["'])([^"'\s]+)\1/g;
const JSX_SOURCE = /@jsxImportSource(?:Types)?\s+(\S+)/g;

/**
 * Every specifier in a source text that does not lead to a file of the extension. Reads text, not
 * syntax: a string that only looks like a specifier is listed too, and does no harm, since the list
 * is used to map specifiers to an empty module.
 */
export function foreignSpecifiers(source: string): Set<string> {
  const found = new Set<string>();
  for (const match of source.matchAll(SPECIFIER)) found.add(match[2]!);
  for (const match of source.matchAll(JSX_SOURCE)) found.add(match[1]!);
  for (const match of source.matchAll(STATEMENT)) {
    const specifier = match[2]!;
    if (!/^(?:\.{0,2}\/|node:|file:|data:|blob:)/.test(specifier)) found.add(specifier);
  }
  return found;
}
