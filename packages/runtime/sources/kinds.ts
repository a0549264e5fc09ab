/**
 * The kinds of module an extension carries: the manifest key, the folder under `extension/` and the
 * name of the export that marks a module of it (extension format reference §3).
 */
export const MODULE_KINDS = [
  { kind: "models", exports: ["model", "extension"], variable: "SVC_MODELS_DIR" },
  { kind: "reports", exports: ["report"], variable: "SVC_REPORTS_DIR" },
  { kind: "vaults", exports: ["vault"], variable: "SVC_VAULTS_DIR" },
  { kind: "datastores", exports: ["datastore"], variable: "SVC_DATASTORES_DIR" },
] as const;

/** A kind of module. */
export type ModuleKind = typeof MODULE_KINDS[number]["kind"];

/** Manifest keys that are read but cannot be published: nothing here would run them. */
export const UNSUPPORTED_KINDS = ["workflows", "drivers", "skills"] as const;
