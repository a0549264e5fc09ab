// deno-lint-ignore-file no-explicit-any

/** A digest of a workflow's run. */
export const report = {
  name: "@opsworks/workflow-digest",
  description: "A digest of a workflow's run",
  scope: "workflow",
  execute: async (context: any) => {
    const rows = [];
    for (const step of context.stepExecutions ?? []) {
      for (const handle of step.dataHandles ?? []) {
        const content = await context.dataRepository.getContent(
          step.modelType,
          step.modelId,
          handle.name,
          handle.version,
        );
        rows.push({
          step: step.stepName,
          name: handle.name,
          bytes: content?.length ?? 0,
        });
      }
    }
    return {
      markdown: `${context.workflowName}: ${context.workflowStatus}`,
      json: { rows },
    };
  },
};
