export {
  checkContext,
  CONTEXT_EXTENSIONS,
  contextRepository,
  type ContextSubject,
  type SvcRun,
} from "./context.ts";
export {
  checkDatastore,
  type DatastoreSubject,
  datastoreTests,
  type DatastoreUnderTest,
} from "./datastore.ts";
export type { Outcome, RuleTest } from "./rule.ts";
export { checkVault, type VaultSubject, vaultTests, type VaultUnderTest } from "./vault.ts";
