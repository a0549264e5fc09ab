import type { JsonSchema } from "@svc/core/descriptor";
import { type Argument, argumentsOf } from "../catalogue/argument.ts";

/** Characters of one schema that are shown. */
const MOST_CHARACTERS = 8_000;

/** Characters of all schemas on one page, and fields of all. */
const MOST_ON_A_PAGE = 60_000;
const MOST_FIELDS = 500;

/** What a page shows of the schema of an output. */
export interface ShownSchema {
  fields: Argument[];
  /** Fields that are left out. */
  hidden: number;
  /** All of it as JSON; undefined where it is too long to show. */
  text: string | undefined;
}

/**
 * Makes schemas into what one page shows of them. A publisher may have written a megabyte, in as many
 * schemas as fit: what is beyond a page's share is left out.
 */
export function schemaViewer(): (schema: JsonSchema) => ShownSchema {
  let charactersLeft = MOST_ON_A_PAGE;
  let fieldsLeft = MOST_FIELDS;
  return (schema) => {
    const all = argumentsOf(schema);
    const fields = all.slice(0, fieldsLeft);
    fieldsLeft -= fields.length;
    const text = indented(schema, Math.min(charactersLeft, MOST_CHARACTERS));
    charactersLeft -= text?.length ?? 0;
    return { fields, hidden: all.length - fields.length, text };
  };
}

/** As JSON on several lines, unless that is longer than `most`. */
function indented(schema: JsonSchema, most: number): string | undefined {
  if (JSON.stringify(schema).length > most) return undefined;
  const text = JSON.stringify(schema, null, 2);
  return text.length > most ? undefined : text;
}
