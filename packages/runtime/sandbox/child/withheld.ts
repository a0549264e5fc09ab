/** What svc uses of a schema of the extension's own library. */
export interface SchemaLike {
  safeParse(value: unknown):
    | { success: true; data: unknown }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
  partial?(): SchemaLike;
}

/**
 * The schema for values of which any may be missing: a method that needs one says so when it comes to
 * it, and all others work (extension format reference §3.2).
 */
export function lenient(schema: SchemaLike | undefined): SchemaLike | undefined {
  if (schema === undefined) return undefined;
  try {
    const partial = schema.partial?.();
    if (partial) return partial;
  } catch {
    // A schema with conditions of its own has no such form.
  }
  return {
    safeParse(value) {
      const result = schema.safeParse(value);
      if (result.success) return result;
      const issues = result.error.issues.filter(({ path: [first] }) =>
        first === undefined || Object.hasOwn(value as object, first)
      );
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
