/**
 * What authors get a copy of, relative to the folder above this one: modules that import only each
 * other, and the extensions that the context is checked with. The package of the client holds them as
 * they are.
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
  "conformance/context.ts",
  "conformance/extensions/meridian-clock/clock.ts",
  "conformance/extensions/meridian-clock/manifest.yaml",
  "conformance/extensions/northwind-addition/addition.ts",
  "conformance/extensions/northwind-addition/manifest.yaml",
  "conformance/extensions/northwind-context/extensions/models/context.ts",
  "conformance/extensions/northwind-context/extensions/models/lib/parts.ts",
  "conformance/extensions/northwind-context/extensions/models/lib/rules.ts",
  "conformance/extensions/northwind-context/extensions/models/returns.ts",
  "conformance/extensions/northwind-context/extensions/models/upgraded.ts",
  "conformance/extensions/northwind-context/extensions/reports/bare.ts",
  "conformance/extensions/northwind-context/extensions/reports/empty.ts",
  "conformance/extensions/northwind-context/extensions/reports/list.ts",
  "conformance/extensions/northwind-context/manifest.yaml",
  "conformance/extensions/northwind-context/shipped/words.txt",
  "providers/datastore_provider.ts",
] as const;
