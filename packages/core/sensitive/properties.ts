import { couldMark, reachable, schemaDocument } from "./document.ts";
import { isContainer } from "./keywords.ts";

/** Parts of one schema that are looked at: more than any real one has, few enough for each page. */
const MOST_PARTS = 20_000;

/**
 * Names of the properties of an object schema that are secrets or hold one, for whoever shows them.
 * Those that would take too long to look at count as secrets.
 */
export function secretProperties(schema: unknown): ReadonlySet<string> {
  const secrets = new Set<string>();
  const properties = isContainer(schema) && Object.hasOwn(schema, "properties")
    ? schema["properties"]
    : undefined;
  if (!isContainer(properties)) return secrets;
  const document = schemaDocument(schema);
  let left = MOST_PARTS;
  for (const [name, property] of Object.entries(properties)) {
    for (const part of reachable(document, property)) {
      if (left-- > 0 && !couldMark(document, part)) continue;
      secrets.add(name);
      break;
    }
  }
  return secrets;
}
