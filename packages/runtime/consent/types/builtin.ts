import type { ModelDescriptor } from "@svc/core/descriptor";

const ROOT = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
} as const;

/** The type that comes with svc: runs a shell command (extension format reference §4.4). */
export const COMMAND_SHELL: ModelDescriptor = {
  file: "shell.ts",
  type: "command/shell",
  version: "2026.02.09.1",
  dataOutputSpecs: [
    {
      specName: "result",
      kind: "resource",
      description: "Shell command execution result (exit code, timing, command)",
      schema: {
        ...ROOT,
        properties: {
          exitCode: { type: "integer" },
          executedAt: { type: "string" },
          command: { type: "string" },
          durationMs: { type: "number" },
          stdout: { type: "string" },
          stderr: { type: "string" },
        },
        required: ["exitCode", "executedAt", "command"],
        additionalProperties: false,
      },
      lifetime: "infinite",
      garbageCollection: 10,
    },
    {
      specName: "log",
      kind: "file",
      description: "Shell command output (stdout and stderr)",
      contentType: "text/plain",
      lifetime: "infinite",
      garbageCollection: 10,
      streaming: true,
    },
  ],
  methods: [{
    name: "execute",
    description: "Execute a shell command and capture its output",
    arguments: {
      ...ROOT,
      properties: {
        run: { type: "string", minLength: 1, description: "Shell command to execute" },
        workingDir: { description: "Working directory for the command", type: "string" },
        timeout: {
          description: "Timeout in milliseconds",
          type: "integer",
          exclusiveMinimum: 0,
          maximum: 9007199254740991,
        },
        env: {
          description: "Environment variables for the command",
          type: "object",
          propertyNames: { type: "string" },
          additionalProperties: { type: "string" },
        },
        ignoreExitCode: {
          description: "Succeed with any exit code",
          type: "boolean",
        },
      },
      required: ["run"],
      additionalProperties: false,
    },
  }],
};
