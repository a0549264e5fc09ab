/**
 * What authors get a copy of, relative to the folder above this one: modules that import only each
 * other. The package of the client holds them as they are.
 */
export const KIT_FILES = [
  "kit/extension.ts",
  "kit/trial.ts",
  "kit/method_run.ts",
  "kit/report_run.ts",
  "kit/fake_context.ts",
  "kit/sandbox_run.ts",
  "kit/moved_tests.ts",
  "kit/moved_conformance.ts",
  "kit/mocked_command.ts",
  "conformance/mod.ts",
  "conformance/rule.ts",
  "conformance/vault.ts",
  "conformance/vault_subject.ts",
  "conformance/datastore.ts",
  "conformance/datastore_locks.ts",
  "conformance/datastore_subject.ts",
  "providers/datastore_provider.ts",
] as const;
