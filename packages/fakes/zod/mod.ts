/**
 * Source text of a `z` with as much of zod as a small extension of a test needs: objects of texts that are not empty. Bundling,
 * scanning and loading zod itself takes longer than most tests, and what they are about is something
 * else. svc knows these schemas by their shape, as it knows those of any copy of zod.
 */
export const SMALL_ZOD = `interface Issue {
  path: string[];
  message: string;
}

const schema = (_def: object, json: object, issuesOf: (value: unknown) => Issue[]) => ({
  _def,
  _zod: { def: _def, toJSONSchema: () => json },
  parse: (value: unknown) => value,
  safeParse(data: unknown) {
    const issues = issuesOf(data);
    return issues.length === 0
      ? { success: true, data }
      : { success: false, error: { issues } };
  },
});

const z = {
  object: (shape: Record<string, ReturnType<typeof schema>>) =>
    schema({ type: "object", shape }, {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(shape).map(([name, { _zod }]) => [name, _zod.toJSONSchema()]),
      ),
      required: Object.keys(shape),
      additionalProperties: false,
    }, (value) =>
      Object.entries(shape).flatMap(([name, part]) =>
        (part.safeParse((value as Record<string, unknown>)?.[name]).error?.issues ?? [])
          .map(({ path, message }) => ({ path: [name, ...path], message }))
      )),
  string: () =>
    schema({ type: "string" }, { type: "string", minLength: 1 }, (value) =>
      typeof value === "string" && value !== "" ? [] : [{ path: [], message: "must be a text" }]),
};
`;
