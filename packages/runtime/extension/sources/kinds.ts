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

/** The kinds whose files are modules with imports: those that run, and drivers, which are carried along. */
export const SOURCE_KINDS = [
  ...MODULE_KINDS,
  { kind: "drivers", exports: ["driver"], variable: "SVC_DRIVERS_DIR" },
] as const;

/** A kind whose files are modules. */
export type SourceKind = typeof SOURCE_KINDS[number]["kind"];
