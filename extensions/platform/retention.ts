/** How long an output is kept that has no rule of its own: ten versions, until they are deleted. */
export const RETENTION = { lifetime: "infinite", garbageCollection: 10 } as const;

/** A JSON output that is kept as {@link RETENTION} says. */
export function kept<Schema>(
  description: string,
  schema: Schema,
): { description: string; schema: Schema } & typeof RETENTION {
  return { description, schema, ...RETENTION };
}
