/** The written data as a list. */
export const report = {
  name: "@fieldnotes/release-list",
  description: "What a run wrote, as a list",
  scope: "method",
  labels: ["audit"],
  // deno-lint-ignore no-explicit-any
  execute: async (context: any) => {
    const rows = [];
    for (const handle of context.dataHandles) {
      const content = await context.dataRepository.getContent(
        context.modelType,
        context.modelId,
        handle.name,
        handle.version,
      );
      const absent = await context.dataRepository.getContent(
        context.modelType,
        context.modelId,
        `${handle.name}-absent`,
      );
      rows.push({
        name: handle.name,
        spec: handle.tags?.specName ?? handle.metadata?.tags?.specName ??
          handle.specName,
        bytes: content?.length ?? 0,
        absent: absent === null,
      });
    }
    const lines = rows.map((r) => `| ${r.name} | ${r.spec} | ${r.bytes} |`);
    return {
      markdown: ["| Name | Output | Bytes |", "| --- | --- | --- |", ...lines]
        .join("\n"),
      json: rows,
    };
  },
};
