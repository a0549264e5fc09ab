import type { Place, Reader } from "./reader.ts";

/** One link of `z.object(…).describe(…)`: its name, and the place of its first argument. */
export interface Link {
  name: string;
  /** Absent without brackets, and without an argument. */
  argument?: Place;
}

/** A schema as it is put together in the source. */
export interface Chain {
  /** What it begins with: a schema of its own when it begins with `z`, else the place of another. */
  base: "zod" | Place;
  links: Link[];
}

/** The longest list of type arguments, and the most links, that are read. */
const MOST_TYPES = 200;
const MOST_LINKS = 200;

/** The chain at a place; undefined when nothing there could be a schema. */
export function chainAt(reader: Reader, { module, at }: Place): Chain | undefined {
  const { values, types, closing } = module.tokens;
  const start = values[at]!;
  if (types[at] !== "IdentifierName") return undefined;
  const base = isZod(module.imports.get(start)?.specifier, start)
    ? "zod"
    : reader.named(module, start);
  if (base === undefined) return undefined;
  const links: Link[] = [];
  for (at++; values[at] === "." || values[at] === "?.";) {
    reader.step();
    const name = values[at + 1]!;
    at = afterTypes(values, at + 2);
    const open = values[at] === "(" ? at : undefined;
    if (links.push({ name }) > MOST_LINKS) break;
    if (open === undefined) continue;
    at = closing[open]! + 1;
    if (values[open + 1] !== ")") links.at(-1)!.argument = { module, at: open + 1 };
  }
  return { base, links };
}

function isZod(specifier: string | undefined, name: string): boolean {
  return specifier === undefined
    ? name === "z"
    : /^(?:npm:|jsr:@zod\/)?zod(?:[@/]|$)/.test(specifier);
}

/** Behind `<A, B<C>>` when it stands at `at`. */
function afterTypes(values: readonly string[], at: number): number {
  if (values[at] !== "<") return at;
  let depth = 0;
  const end = Math.min(at + MOST_TYPES, values.length);
  for (; at < end; at++) {
    if (values[at] === "<") depth++;
    else if (/^>+$/.test(values[at]!) && (depth -= values[at]!.length) <= 0) return at + 1;
  }
  return at;
}
