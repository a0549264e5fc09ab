import { z } from "zod";

/**
 * The query of `url` as an object for `schema`: repeatable keys (arrays in the schema) as lists,
 * the others as their last value.
 */
export function queryObject(url: string, schema: z.ZodType): Record<string, unknown> {
  const mark = url.indexOf("?");
  const object: Record<string, unknown> = {};
  if (mark < 0) return object;
  const lists = listKeys(schema);
  for (const [key, value] of new URLSearchParams(url.slice(mark))) {
    if (lists.has(key)) object[key] = [...(object[key] as string[] | undefined) ?? [], value];
    else object[key] = value;
  }
  return object;
}

function listKeys(schema: z.ZodType): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  return new Set(
    Object.entries(schema.shape).filter(([, field]) => isList(field as z.ZodType)).map(([key]) =>
      key
    ),
  );
}

function isList(field: z.ZodType): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    return isList(field.unwrap() as z.ZodType);
  }
  return field instanceof z.ZodPipe && isList(field.in as z.ZodType);
}
