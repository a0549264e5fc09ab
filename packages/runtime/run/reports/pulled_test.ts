import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { installExtension, removeExtensions } from "../../consent/installed/mod.ts";
import { listReportRecords } from "../../consent/installed/records.ts";
import { recordFile, reportKey } from "../../consent/installed/record_keys.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { runMethod } from "../run.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { reportText, SUMMARY } from "../../testing/reporting.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { reportsAfter } from "./after_method.ts";
import { findReport, listReportTypes } from "./find.ts";
import { rerunReport } from "./rerun.ts";

const NAME = "@acme/summary";

/** A repository that pulled the greeter with its report, and a behavior of it. */
async function pulled(
  manifest = "",
): Promise<AsyncDisposable & { repository: Repository; other: Repository }> {
  const stack = new AsyncDisposableStack();
  const [folder, config, stranger] = [
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
  ];
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const model = modelText(GREET).replace("  methods: {", `  reports: ["${NAME}"],\n  methods: {`);
  const extension = await verifiedExtension(model, {
    manifest: `reports:\n  - summary.ts\n${manifest}`,
    files: { "summary.ts": reportText(SUMMARY) },
  });
  await installExtension(repository, extension, {
    decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
  });
  await createDefinition(repository, { type: "@acme/greeter", name: "hello" });
  return {
    repository,
    other: repositoryAt(folder.path, stranger.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a pulled report runs after the method of its extension's type", async () => {
  await using here = await pulled();
  const result = await runMethod(here.repository, {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    reports: reportsAfter(),
  });
  equal(result.reports?.[NAME]?.markdown, "# Summary\n\nHello Ada");
  deepEqual((await listReportTypes(here.repository)).results, [{
    name: NAME,
    description: "Sums up a run",
    scope: "method",
    labels: ["audit"],
    extension: "@acme/greeter",
  }]);
});

Deno.test("a report that came with a repository does not run for a person who never agreed", async () => {
  await using here = await pulled();
  const refused = refusal("consent_required", /extension install/);
  await rejects(findReport(here.other, NAME), refused);
  await rejects(rerunReport(here.other, { report: NAME, behavior: "hello" }), refused);
  const nobody = { root: here.other.root, state: here.other.state };
  await rejects(
    findReport(nobody, NAME),
    refusal("consent_required", /set HOME or XDG_CONFIG_HOME/),
  );
});

Deno.test("a report whose bundle or record was changed does not run", async () => {
  await using here = await pulled();
  const { repository } = here;
  const record = (await listReportRecords(repository)).get(NAME)!;
  const bundle = `${repository.state}/${record.folder}/${record.bundle}`;
  const code = await Deno.readTextFile(bundle);
  await Deno.writeTextFile(bundle, `${code}\n`);
  await rejects(
    findReport(repository, NAME),
    refusal("consent_mismatch", /bundle of report:@acme/),
  );
  await Deno.writeTextFile(bundle, code);
  equal((await findReport(repository, NAME)).report.name, NAME);
  const file = recordFile(repository, reportKey(NAME));
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, text.replace('"method"', '"model"'));
  await rejects(findReport(repository, NAME), refusal("consent_mismatch", /record of @?/));
});

Deno.test("a report may read other behaviors' data only as its user granted and the policy leaves", async () => {
  await using here = await pulled(
    'permissions:\n  data:\n    - "command/shell"\n  net: [a.example]\n',
  );
  const { repository } = here;
  const record = await findReport(repository, NAME);
  deepEqual(Object.keys(record.permissions).filter((kind) => kind !== "data"), []);
  await Deno.writeTextFile(`${repository.config}/policy.yaml`, 'deny: ["data:*"]\n', {
    mode: 0o600,
  });
  const denied = await findReport(repository, NAME);
  deepEqual([denied.permissions, denied.denied], [{}, { data: ["*"] }]);
  await Deno.writeTextFile(`${repository.config}/policy.yaml`, "deny: 7\n", { mode: 0o600 });
  await rejects(findReport(repository, NAME), refusal("policy_invalid"));
});

Deno.test("a removed extension takes its reports along, and a taken name refuses the next", async () => {
  await using here = await pulled();
  const { repository } = here;
  const model = modelText(GREET).replace("@acme/greeter", "@acme/other");
  const same = await verifiedExtension(model, {
    manifest: "reports:\n  - summary.ts\n",
    files: { "summary.ts": reportText(SUMMARY) },
  });
  const other = { ...same, manifest: { ...same.manifest, name: "@acme/other" } };
  await rejects(
    installExtension(repository, other),
    refusal("conflict", /@acme\/summary is a report of @acme\/greeter/),
  );
  await removeExtensions(repository, ["@acme/greeter"]);
  await rejects(findReport(repository, NAME), refusal("report_not_found", /There are: none/));
  const { descriptor } = await installExtension(repository, other);
  match(descriptor.reports[0]!.name, /^@acme\/summary$/);
  equal((await findReport(repository, NAME)).extension, "@acme/other");
});
