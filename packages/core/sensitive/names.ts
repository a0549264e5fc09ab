import { reachable, type Schema, type SchemaDocument } from "./document.ts";
import { isContainer, isMarked } from "./keywords.ts";

/** A method may write very many outputs of one schema. */
const known = new WeakMap<object, ReadonlySet<string>>();

/**
 * The names of properties whose value a schema marks, or something in its list or choice: as they are
 * compared by {@linkcode isSecretName}.
 */
export function secretNames(document: SchemaDocument, root: unknown): ReadonlySet<string> {
  const before = isContainer(root) ? known.get(root) : undefined;
  if (before !== undefined) return before;
  const names = new Set<string>();
  if (isContainer(root)) known.set(root, names);
  for (const schema of reachable(document, root)) {
    const properties = isContainer(schema) ? schema["properties"] : undefined;
    if (!isContainer(properties) || Array.isArray(properties)) continue;
    for (const [name, part] of Object.entries(properties)) {
      if (marksOwnValue(document, part)) names.add(plain(name));
    }
  }
  return names;
}

/** True for one of these names, in whatever case and with whatever between its words. */
export function isSecretName(names: ReadonlySet<string>, name: string): boolean {
  return names.size > 0 && names.has(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** True when a mark is reached without going through the properties of an object. */
function marksOwnValue(document: SchemaDocument, schema: unknown): boolean {
  const seen = new Set<unknown>();
  const pending = [schema];
  while (pending.length > 0) {
    const at = pending.pop();
    if (!isContainer(at) || seen.has(at)) continue;
    seen.add(at);
    if (Array.isArray(at)) pending.push(...at);
    else if (isMarked(at)) return true;
    else {
      const { anyOf, oneOf, allOf, items, prefixItems } = at as Schema;
      pending.push(anyOf, oneOf, allOf, items, prefixItems, ...document.targets(at) ?? []);
    }
  }
  return false;
}
