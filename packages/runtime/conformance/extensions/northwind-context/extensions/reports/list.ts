/** A report. */
export const report = {
  name: "@northwind/list",
  description: "A report",
  scope: "method",
  labels: ["conformance"],
  execute: async (context: any) => ({
    markdown: `# ${context.methodName} ${context.executionStatus}`,
    json: context.dataHandles.map((h: any) => h.name),
  }),
};
