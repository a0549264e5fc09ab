/** What svc uses of a schema of the extension's own library. */
export interface SchemaLike {
  safeParse(value: unknown):
    | { success: true; data: unknown }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
  partial?(names: Record<string, true>): SchemaLike;
}

/** The schema of values among which those of these names are missing for a reason. */
export function withoutNames(
  schema: SchemaLike | undefined,
  names: readonly string[],
): SchemaLike | undefined {
  if (schema === undefined || names.length === 0) return schema;
  try {
    const partial = schema.partial?.(Object.fromEntries(names.map((name) => [name, true])));
    if (partial) return partial;
  } catch {
    // A schema with conditions of its own has no such form.
  }
  return {
    safeParse(value) {
      const result = schema.safeParse(value);
      if (result.success) return result;
      const issues = result.error.issues.filter(({ path }) => !names.includes(String(path[0])));
      return issues.length === 0
        ? { success: true, data: value }
        : { success: false, error: { issues } };
    },
  };
}

/** The values; reading one that was withheld throws and says why (runtime reference 4.5). */
export function guarded(
  values: Record<string, unknown>,
  withheld: Record<string, string>,
): Record<string, unknown> {
  if (Object.keys(withheld).length === 0) return values;
  return new Proxy(values, {
    get(target, name, receiver) {
      if (typeof name === "string" && Object.hasOwn(withheld, name)) {
        throw new Error(`globalArgs.${name} could not be evaluated: ${withheld[name]}`);
      }
      return Reflect.get(target, name, receiver);
    },
  });
}
