/** A report. */
export const report = {
  name: "@northwind/bare",
  description: "A report",
  scope: "method",
  labels: ["conformance"],
  execute: async (context: any) => ({
    markdown: `# ${context.methodName} ${context.executionStatus}`,
  }),
};
