import type { Contents, JsonSchema } from "@svc/core/descriptor";

/** Methods, arguments, outputs and reports that one page shows: its making stays a matter of ms. */
export const MOST_ROWS = 2_000;

/** The first `most` rows of contents, in their own order, and how many are left out: `hidden`. */
export function firstRows(contents: Contents, most: number = MOST_ROWS) {
  let left = most;
  let hidden = 0;
  const take = <Row>(rows: readonly Row[]): Row[] => {
    const taken = rows.slice(0, left);
    left -= taken.length;
    hidden += rows.length - taken.length;
    return taken;
  };
  const takeArguments = (schema: JsonSchema): JsonSchema => {
    const { properties } = schema;
    if (typeof properties !== "object" || properties === null) return schema;
    return { ...schema, properties: Object.fromEntries(take(Object.entries(properties))) };
  };
  return {
    contents: {
      ...contents,
      models: take(contents.models).map((model) => ({
        ...model,
        ...(model.globalArguments && { globalArguments: takeArguments(model.globalArguments) }),
        dataOutputSpecs: take(model.dataOutputSpecs),
        methods: take(model.methods).map((method) => ({
          ...method,
          arguments: takeArguments(method.arguments),
        })),
      })),
      reports: take(contents.reports),
      extensions: take(contents.extensions).map((graft) => ({
        ...graft,
        methods: take(graft.methods),
      })),
      vaults: take(contents.vaults),
      datastores: take(contents.datastores),
      workflows: take(contents.workflows),
      drivers: take(contents.drivers),
      skills: take(contents.skills),
      unread: take(contents.unread),
    },
    hidden,
  };
}
