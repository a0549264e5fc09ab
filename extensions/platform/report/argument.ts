import type * as z from "npm:zod@4.6.7";

/**
 * A global argument as a report can know it: what the behavior's file says, or else the default.
 * Values of the command line may stand there as text. What is not a valid value, for example an
 * expression, is listed, as the default may not be what was meant.
 *
 * @param unread gets the name of an argument that cannot be read
 */
export function reportArgument<T>(
  values: Readonly<Record<string, unknown>>,
  { name, schema, otherwise }: { name: string; schema: z.ZodType<T>; otherwise: T },
  unread: string[],
): T {
  const value = values[name];
  if (value === undefined) return otherwise;
  for (const candidate of [value, parsed(value)]) {
    const { success, data } = schema.safeParse(candidate);
    if (success) return data;
  }
  unread.push(name);
  return otherwise;
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
