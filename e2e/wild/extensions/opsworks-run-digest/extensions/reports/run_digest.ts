// deno-lint-ignore-file no-explicit-any

function brief(handle: any) {
  return { name: handle.name, version: handle.version, spec: handle.specName };
}

/** A digest of one run. */
export const report = {
  name: "@opsworks/run-digest",
  description: "A digest of one run",
  scope: "method",
  labels: ["chat"],
  execute: (context: any) => {
    if (context.executionStatus === "failed") {
      return {
        markdown: `**${context.methodName}** failed: ${context.errorMessage}`,
        json: {},
      };
    }
    const shown =
      context.redactSensitiveArgs?.(context.methodArgs ?? {}, "method") ?? {};
    return {
      markdown: [
        `**${context.definition?.name ?? "x"}** ${context.methodName}`,
        "",
        ...Object.keys(shown).map((key) => `- ${key}`),
      ].join("\n"),
      json: (context.dataHandles ?? []).map(brief),
    };
  },
};
