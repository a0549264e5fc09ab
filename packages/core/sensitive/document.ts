import {
  isContainer,
  isMarked,
  LISTS,
  MAPS,
  REFERENCES,
  SINGLES,
  unknownKeyword,
} from "./keywords.ts";

/** A schema that is an object, not `true` or `false`. */
export type Schema = Record<string, unknown>;

/** A whole schema, in which references are looked up. */
export interface SchemaDocument {
  /** The schemas that a schema's references may mean; undefined when one cannot be found. */
  targets(schema: Schema): Schema[] | undefined;
  /** True when a mark can be reached from here, whatever the value. Also when that is not clear. */
  reaches(schema: unknown): boolean;
}

/** The document whose root is `root`. */
export function schemaDocument(root: unknown): SchemaDocument {
  let anchored: Map<string, Schema[]> | undefined;
  let nestedBase = false;
  const index = (): Map<string, Schema[]> => {
    if (anchored !== undefined) return anchored;
    anchored = new Map();
    const visit = (part: unknown) => {
      if (!isContainer(part)) return;
      if (!Array.isArray(part)) {
        if (part !== root && typeof part["$id"] === "string") nestedBase = true;
        for (const key of ["$anchor", "$dynamicAnchor"]) {
          const name = part[key];
          if (typeof name === "string") {
            anchored!.set(name, [...anchored!.get(name) ?? [], part]);
          }
        }
      }
      Object.values(part).forEach(visit);
    };
    visit(root);
    return anchored;
  };

  const lookUp = (reference: unknown): Schema[] | undefined => {
    if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
    const named = index().get(reference.slice(1));
    if (named !== undefined) return named;
    // Below a base of its own, "#" means another document.
    if (nestedBase) return undefined;
    const target = pointed(root, reference.slice(1));
    return isContainer(target) && !Array.isArray(target) ? [target] : undefined;
  };

  const document: SchemaDocument = {
    targets(schema) {
      const found: Schema[] = [];
      for (const keyword of REFERENCES) {
        if (!Object.hasOwn(schema, keyword)) continue;
        const targets = lookUp(schema[keyword]);
        if (targets === undefined) return undefined;
        found.push(...targets);
      }
      return found;
    },
    reaches: memoized((schema) => {
      for (const part of reachable(document, schema)) if (couldMark(document, part)) return true;
      return false;
    }),
  };
  return document;
}

/** True when a part of a schema marks its value by itself, or when it is not clear whether it does. */
export function couldMark(document: SchemaDocument, part: unknown): boolean {
  return !isContainer(part) || Array.isArray(part) || isMarked(part) ||
    unknownKeyword(part) !== undefined || document.targets(part) === undefined;
}

/** A schema and all that it leads to, each once; `true` and `false` are left out. */
export function* reachable(document: SchemaDocument, schema: unknown): Generator<unknown> {
  const seen = new Set<unknown>();
  const pending = [schema];
  while (pending.length > 0) {
    const at = pending.pop();
    if (at === undefined || typeof at === "boolean" || seen.has(at)) continue;
    seen.add(at);
    yield at;
    if (!isContainer(at) || Array.isArray(at)) continue;
    pending.push(...document.targets(at) ?? [], ...subschemas(at));
  }
}

/** Every schema that stands directly in a schema, by the keywords svc knows. */
function subschemas(schema: Schema): unknown[] {
  const own = (key: string) => Object.hasOwn(schema, key) ? schema[key] : undefined;
  return [
    ...LISTS.flatMap((key) => own(key) ?? []),
    ...SINGLES.flatMap((key) => own(key) ?? []),
    ...MAPS.flatMap((key) => Object.values((own(key) ?? {}) as object))
      .filter((part) => !Array.isArray(part)),
  ];
}

/** What a JSON pointer leads to, undefined when it leads nowhere. */
function pointed(root: unknown, pointer: string): unknown {
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let at = root;
  for (const part of pointer.slice(1).split("/")) {
    const key = unescaped(part);
    if (key === undefined || !isContainer(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

function unescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

function memoized(compute: (schema: unknown) => boolean): (schema: unknown) => boolean {
  const known = new Map<unknown, boolean>();
  return (schema) => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const result = compute(schema);
    known.set(schema, result);
    return result;
  };
}
