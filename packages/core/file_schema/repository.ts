import type { JsonSchema } from "../descriptor/mod.ts";

const path = (description: string): JsonSchema => ({ type: "string", description });

const sources = (kind: string) =>
  path(`The folder of the sources of ${kind}, in place of extensions/${kind}.`);

const PROPERTIES = {
  svcVersion: { type: "string", description: "The release that made the repository." },
  initializedAt: { type: "string", description: "When that was." },
  repoId: { type: "string", description: "Tells this repository from others." },
  registry: {
    type: "string",
    pattern: "^https?://",
    description: "The registry that extensions are pulled from.",
  },
  minAge: {
    type: ["string", "integer"],
    description: "How old a version has to be before it is installed, such as 7d.",
  },
  pins: {
    type: "array",
    uniqueItems: true,
    items: { type: "string", pattern: String.raw`^@[^@]+@\d{4}\.\d{2}\.\d{2}\.\d+$` },
    description: "Versions that extensions stay at: @collective/name@YYYY.MM.DD.N.",
  },
  tools: {
    type: "array",
    items: {
      type: "string",
      anyOf: [{ enum: ["claude", "cursor", "kiro", "none"] }, {}],
    },
    description: "The coding agents that get the skills of extensions.",
  },
  tool: { type: "string", description: "The same, for one coding agent." },
  otherTool: {
    type: "string",
    description: "The program of the tool that the repository was made with before.",
  },
  defaultVault: {
    type: "string",
    description: "The vault of secrets that name none, in place of the oldest.",
  },
  datastore: {
    type: "object",
    description: "Where data is shared: a folder, or a store that an extension reaches.",
    required: ["type"],
    properties: {
      type: { type: "string", description: "filesystem, or the type of an extension." },
      path: path("The folder, for the type filesystem."),
      config: { type: "object", description: "The settings, for the type of an extension." },
    },
    additionalProperties: false,
    if: { properties: { type: { const: "filesystem" } } },
    then: { required: ["path"], properties: { config: false } },
    else: { properties: { path: false, type: { pattern: "^@[^/]+/[^/]+$" } } },
  },
  modelsDir: sources("models"),
  reportsDir: sources("reports"),
  vaultsDir: sources("vaults"),
  datastoresDir: sources("datastores"),
  driversDir: sources("drivers"),
} as const satisfies Record<string, JsonSchema>;

/** A key of `.svc.yaml`. */
export type RepositoryKey = keyof typeof PROPERTIES;

/** `.svc.yaml`. Other tools of this layout have keys of their own in theirs. */
export function repositoryFile(): JsonSchema {
  return { type: "object", properties: PROPERTIES };
}
