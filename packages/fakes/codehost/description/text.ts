/**
 * The published description of the platform's REST API (`@octokit/openapi`), read piece by piece: it
 * is 13 MB, a test needs a few operations of it, and parsing all of it takes most of a second.
 */
export interface DescriptionText {
  /** Path templates, in the document's order. */
  paths: readonly string[];
  /** What the document says at a path template: methods to operations. */
  path(template: string): Readonly<Record<string, Operation>>;
  /** What a reference such as `#/components/schemas/issue` leads to. */
  component(reference: string): unknown;
}

/** An operation as the document has it. References are not followed. */
export interface Operation {
  operationId: string;
  parameters?: readonly unknown[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, unknown>>;
  /** Another address than the API's, such as the one for uploads. */
  servers?: readonly { url: string }[];
}

/** Media type to what it holds. */
export type Content = Readonly<
  Record<string, { schema?: unknown; examples?: Readonly<Record<string, unknown>> }>
>;

/**
 * Opens the document's text, which is written with two spaces for every level. Nothing is taken on
 * trust from that: a piece cut wrongly is not JSON and throws.
 */
export function openDescription(text: string): DescriptionText {
  const paths = new Map<string, number>();
  const pathsFrom = text.indexOf('\n  "paths": {');
  const componentsFrom = text.indexOf('\n  "components": {', pathsFrom);
  if (pathsFrom < 0 || componentsFrom < 0) throw new Error("not a description: no paths");
  for (const found of text.slice(0, componentsFrom).matchAll(/^ {4}"(\/[^"]*)": \{$/gm)) {
    paths.set(found[1]!, found.index + found[0].length - 1);
  }

  /** The object that begins at `start`, whose closing brace has so many spaces before it. */
  const parse = (start: number, spaces: number): unknown =>
    JSON.parse(text.slice(start, text.indexOf(`\n${" ".repeat(spaces)}}`, start) + spaces + 2));

  return {
    paths: [...paths.keys()],
    path: once((template) => parse(paths.get(template)!, 4) as Record<string, Operation>),
    component: once((reference) => {
      const [, , section, name] = reference.split("/");
      const sectionAt = text.indexOf(`\n    "${section}": {`, componentsFrom);
      const key = `\n      ${JSON.stringify(name)}: {`;
      const at = sectionAt < 0 ? -1 : text.indexOf(key, sectionAt);
      if (at < 0) throw new Error(`the description has no ${reference}`);
      return parse(at + key.length - 1, 6);
    }),
  };
}

/** Remembers what was read: the same few pieces are asked for again and again. */
function once<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name)!;
  };
}
