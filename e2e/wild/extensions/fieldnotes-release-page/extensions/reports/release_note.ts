/** One sentence; no numbers. */
export const report = {
  name: "@fieldnotes/release-note",
  description: "One sentence on a run",
  scope: "method",
  // deno-lint-ignore no-explicit-any
  execute: (context: any) => ({
    markdown:
      `${context.definition.name}: ${context.methodName} ${context.executionStatus}`,
  }),
};
