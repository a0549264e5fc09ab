/** Numbers, or nothing. */
export const report = {
  name: "@fieldnotes/release-state",
  description: "How many releases there are",
  scope: "model",
  // deno-lint-ignore no-explicit-any
  execute: async (context: any) => {
    if (context.methodName !== "add") {
      return { markdown: "Nothing was added.", json: {} };
    }
    const all = await context.dataRepository.findAllForModel(
      context.modelType,
      context.modelId,
    );
    const count =
      all.filter((d: { name: string }) => d.name.startsWith("v")).length;
    return {
      markdown: `${count} releases`,
      json: { count, status: context.executionStatus },
    };
  },
};
