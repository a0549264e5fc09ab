/**
 * Helpers for the tests of an extension: run a method or a report in this process against a fake
 * context, or a method in the sandbox with the permissions that the manifest declares. Import them
 * from `@svc/extension/testing`.
 *
 * @module
 */

export { runMethod, type TestOptions, type TestRun } from "./method_run.ts";
export type { LogLine, TestedModel, Written, WrittenFile } from "./fake_context.ts";
export { type ReportOptions, type ReportRun, runReport } from "./report_run.ts";
export { runInSandbox, SandboxError, type SandboxOptions, type SandboxRun } from "./sandbox_run.ts";
export {
  checkContext,
  checkDatastore,
  checkVault,
  contextRepository,
  type ContextSubject,
  type DatastoreSubject,
  datastoreTests,
  type VaultSubject,
  vaultTests,
} from "../conformance/mod.ts";
