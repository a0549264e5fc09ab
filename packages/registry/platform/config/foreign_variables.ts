/**
 * Variables named `SVC_…` that are not the registry's, and may stand in the same environment: of the
 * client, of `svc serve`, and of the tests. The registry passes over them.
 */
export const FOREIGN_VARIABLES: ReadonlySet<string> = new Set([
  "SVC_API_KEY",
  "SVC_CA_CERT",
  "SVC_CLUB_URL",
  "SVC_DATASTORE",
  "SVC_DATASTORE_SYNC_TIMEOUT_MS",
  "SVC_DATASTORES_DIR",
  "SVC_DENO",
  "SVC_DRIVERS_DIR",
  "SVC_EPHEMERAL_BUDGET",
  "SVC_FULCIO_URL",
  "SVC_FUZZ_SEED",
  "SVC_GOLDEN",
  "SVC_HOME",
  "SVC_ID_TOKEN",
  "SVC_KILLED_RUNS",
  "SVC_KILLED_SYNCS",
  "SVC_LOCK_KILLS",
  "SVC_LOCK_TIMEOUT_MS",
  "SVC_MODELS_DIR",
  "SVC_NO_UPDATE_NOTICE",
  "SVC_PAGER",
  "SVC_POLICY",
  "SVC_REGISTRY",
  "SVC_REKOR_URL",
  "SVC_REPO_DIR",
  "SVC_REPORTS_DIR",
  "SVC_RUN_ID",
  "SVC_SCREENSHOTS",
  "SVC_SERVER_TOKEN",
  "SVC_SERVER_URL",
  "SVC_SYNC_STORIES",
  "SVC_TOKEN",
  "SVC_VAULTS_DIR",
  "SVC_WORKFLOWS_DIR",
]);

/** How further variables begin that are not the registry's: of `svc serve`, and of tests. */
const FOREIGN_PREFIXES = ["SVC_SERVE_", "SVC_TEST_"];

/** True for a variable that the registry passes over. */
export function isForeign(name: string): boolean {
  return FOREIGN_VARIABLES.has(name) || FOREIGN_PREFIXES.some((start) => name.startsWith(start));
}
