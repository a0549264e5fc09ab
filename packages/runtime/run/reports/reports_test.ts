import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { getData, listVersions } from "../../data/mod.ts";
import { findDefinition } from "../../repository/definitions/mod.ts";
import { writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { reportingRepository, reportText, SUMMARY } from "../../testing/reporting.ts";
import { getReport, listReports } from "./stored.ts";
import { rerunReport } from "./rerun.ts";

const FILE = "summary.ts";

Deno.test("a report that the type names runs after its method, and is kept as Markdown and JSON", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  const result = await greeter.report();
  deepEqual(result.reports, {
    "@acme/summary": {
      name: "@acme/summary",
      scope: "method",
      success: true,
      markdown: "# Summary\n\nHello Ada",
      json: { text: "Hello Ada", status: "succeeded" },
    },
  });
  const { repository } = greeter;
  const markdown = await getData(repository, "hello", "report-acme-summary");
  equal(markdown.content, "# Summary\n\nHello Ada");
  equal(markdown.contentType, "text/markdown");
  equal(markdown.lifetime, "30d");
  equal(markdown.garbageCollection, 5);
  deepEqual(
    [markdown.tags["type"], markdown.tags["reportName"], markdown.tags["reportScope"]],
    ["report", "@acme/summary", "method"],
  );
  const json = await getData(repository, "hello", "report-acme-summary-json");
  deepEqual(json.content, { text: "Hello Ada", status: "succeeded" });
  const kept = await getReport(repository, "@acme/summary");
  equal(kept.markdown, "# Summary\n\nHello Ada");
  deepEqual(kept.json, { text: "Hello Ada", status: "succeeded" });
});

Deno.test("without a maker of reports a run makes none", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  equal((await greeter.greet()).reports, undefined);
});

Deno.test("a report knows the run: method, arguments, status, behavior, declared outputs", async () => {
  const body = `    const { scope, methodName, methodArgs, globalArgs, executionStatus, definition,
      modelId, outputSpecs, dataHandles } = context;
    return { markdown: "", json: { scope, methodName, methodArgs, globalArgs, executionStatus,
      name: definition.name, same: modelId === definition.id, type: String(context.modelType),
      outputs: outputSpecs.map((spec) => spec.specName),
      handles: dataHandles.map((one) => [one.name, one.specName, one.kind, one.version]) } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body, { scope: "model" }) });
  const { json } = (await greeter.report()).reports!["@acme/summary"]!;
  deepEqual(json, {
    scope: "model",
    methodName: "greet",
    methodArgs: { name: "Ada" },
    globalArgs: {},
    executionStatus: "succeeded",
    name: "hello",
    same: true,
    type: "@acme/greeter",
    outputs: ["greeting", "log"],
    handles: [["main", "greeting", "resource", 1]],
  });
});

Deno.test("methods' reports come before those of the model, whatever the order of their names", async () => {
  const said = (name: string, scope: string) =>
    reportText('    return { markdown: "x", json: {} };', { name, scope });
  await using greeter = await reportingRepository({
    "a.ts": said("@acme/a", "model"),
    "b.ts": said("@acme/b", "method"),
    [FILE]: reportText('    return { markdown: "x", json: {} };', { scope: "model" }),
  });
  await require(greeter.repository, ["@acme/a", "@acme/b"]);
  deepEqual(Object.keys((await greeter.report()).reports!), [
    "@acme/b",
    "@acme/a",
    "@acme/summary",
  ]);
});

Deno.test("a report runs on a failed method, too, and is told why it failed", async () => {
  const body =
    `    return { markdown: context.errorMessage, json: { status: context.executionStatus } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) }, {
    method: '        throw new Error("no such host");',
  });
  await rejects(greeter.report(), refusal("run_failed", /no such host/));
  const kept = await getReport(greeter.repository, "@acme/summary");
  match(kept.markdown, /^greet failed: no such host/);
  deepEqual(kept.json, { status: "failed" });
});

Deno.test("a failing report fails the run, says where, and leaves what the method wrote", async () => {
  await using greeter = await reportingRepository({
    [FILE]: reportText('    throw new Error("cannot sum up");'),
  });
  await rejects(
    greeter.report(),
    refusal("run_failed", /@acme\/summary: cannot sum up \(extensions\/greeter\/summary\.ts:7\)/),
  );
  const { repository } = greeter;
  deepEqual((await getData(repository, "hello", "main")).content, { text: "Hello Ada" });
  deepEqual((await getReport(repository, "@acme/summary")).json, {
    error: true,
    reportName: "@acme/summary",
    scope: "method",
    message: "cannot sum up (extensions/greeter/summary.ts:7)",
  });
});

for (
  const [what, body] of [
    ["no Markdown", "    return { json: {} };"],
    ["a text for JSON", '    return { markdown: "x", json: "y" };'],
    ["nothing", "    return undefined;"],
  ] as const
) {
  Deno.test(`a report that returns ${what} has failed`, async () => {
    await using greeter = await reportingRepository({ [FILE]: reportText(body) });
    await rejects(greeter.report(), refusal("run_failed", /must return \{ markdown, json \}/));
  });
}

for (
  const [what, json, kept] of [
    ["a list", "[{ a: 1 }, 2]", [{ a: 1 }, 2]],
    ["nothing", "undefined", {}],
    ["null", "null", {}],
  ] as const
) {
  Deno.test(`a report may give ${what} for its JSON`, async () => {
    await using greeter = await reportingRepository({
      [FILE]: reportText(`    return { markdown: "x", json: ${json} };`),
    });
    await greeter.report();
    deepEqual((await getReport(greeter.repository, "@acme/summary")).json, kept);
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  "use the network": `await fetch("http://127.0.0.1:8999/")`,
  "start a program": `await new Deno.Command("sh", { args: ["-c", "true"] }).output()`,
  "read a file of the repository": `await Deno.readTextFile(context.repoDir + "/.svc.yaml")`,
  "list the home folder": `await Deno.readDir("/root")[Symbol.asyncIterator]().next()`,
  "write to the repository": `await Deno.writeTextFile(context.repoDir + "/x", "x")`,
  "read a variable": `if (Deno.env.get("HOME") !== undefined) throw new Error("seen")
      else throw new Error("Requires env access")`,
};

for (const [what, code] of Object.entries(ESCAPES)) {
  Deno.test(`a report may not ${what}, although its extension was granted everything`, async () => {
    const body = `    let seen = "it worked";
    try { ${code}; } catch (error) { seen = String(error.message); }
    return { markdown: seen, json: {} };`;
    await using greeter = await reportingRepository({ [FILE]: reportText(body) }, {
      manifest:
        'permissions:\n  net: ["127.0.0.1:8999"]\n  run: [sh]\n  read: ["."]\n  env: [HOME]\n' +
        "  write: [x]\n",
    });
    match((await greeter.report()).reports!["@acme/summary"]!.markdown, /Requires \w+ access/);
  });
}

Deno.test("a report that is refused something fails in words of svc's", async () => {
  const body = `    await Deno.readTextFile(context.repoDir + "/.svc/x");`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) });
  await rejects(
    greeter.report(),
    refusal("run_failed", /it requested read svc's own folder; a report may only read data/),
  );
});

Deno.test("a link among its extension's files leads a report nowhere", async () => {
  const body = `    let seen = "";
    const link = context.repoDir + "/extensions/greeter/out";
    try { seen = await Deno.readTextFile(link + "/.svc.yaml"); } catch (error) { seen = error.message; }
    return { markdown: seen, json: { own: await Deno.readTextFile(link + "/../greeter.ts") } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) });
  await Deno.symlink("../..", `${greeter.repository.root}/extensions/greeter/out`);
  const { markdown, json } = (await greeter.report()).reports!["@acme/summary"]!;
  match(markdown, /Requires read access/);
  match(String((json as Record<string, unknown>)["own"]), /export const model/);
});

Deno.test("a report has no member that writes, and deleting through the repository is refused", async () => {
  const body = `    let refused = "";
    try { await context.dataRepository.delete(context.modelType, context.modelId, "main"); }
    catch (error) { refused = error.message; }
    return { markdown: typeof context.writeResource + typeof context.runModel, json: { refused } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) });
  const { markdown, json } = (await greeter.report()).reports!["@acme/summary"]!;
  equal(markdown, "undefinedundefined");
  ok((json as Record<string, unknown>)["refused"]);
  equal((await listVersions(greeter.repository, "hello", "main")).total, 1);
});

Deno.test("a report reads its behavior's own data, and that of others only as granted", async () => {
  const body = `    const type = context.modelType;
    const own = await context.dataRepository.getContent(type, context.modelId, "main");
    let other = "";
    try { await context.dataRepository.findAllForModel("command/shell", "x"); }
    catch (error) { other = error.message; }
    return { markdown: new TextDecoder().decode(own), json: { other } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) });
  const { markdown, json } = (await greeter.report()).reports!["@acme/summary"]!;
  equal(markdown, '{"text":"Hello Ada"}');
  match(
    String((json as Record<string, unknown>)["other"]),
    /not granted:\n {2}data command\/shell/,
  );
});

Deno.test("a secret argument is blank to a report, and redacted from what it says", async () => {
  const body = `    const args = context.redactSensitiveArgs(context.globalArgs, "global");
    return { markdown: "args " + JSON.stringify(args), json: {} };`;
  Deno.env.set("REPORT_TEST_TOKEN", "tok-of-the-test");
  try {
    await using greeter = await reportingRepository({ [FILE]: reportText(body) }, {
      globals: "{ token: z.string().meta({ sensitive: true }) }",
      values: { token: "${{ env.REPORT_TEST_TOKEN }}" },
    });
    const { markdown } = (await greeter.report()).reports!["@acme/summary"]!;
    equal(markdown, 'args {"token":"***"}');
  } finally {
    Deno.env.delete("REPORT_TEST_TOKEN");
  }
});

Deno.test("a report that the type offers and that is not here is left out with a warning", async () => {
  await using greeter = await reportingRepository({
    "other.ts": reportText(SUMMARY, { name: "@acme/other" }),
  });
  const texts: string[] = [];
  const result = await greeter.report({
    onEvent: (event) => event.kind === "output" && texts.push(`${event.level} ${event.text}`),
  });
  equal(result.reports, undefined);
  equal(texts.length, 1);
  match(
    texts[0]!,
    /^warning Skipped the report @acme\/summary: Report not found: There is no report .*@acme\/other/,
  );
});

Deno.test("a report that the behavior requires and that is not here fails the run", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  await require(greeter.repository, ["@acme/missing"]);
  await rejects(
    greeter.report(),
    refusal(
      "run_failed",
      /@acme\/missing: Report not found: There is no report '@acme\/missing' here/,
    ),
  );
});

Deno.test("a report that a behavior skips is not made; one that flags skip neither", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  equal((await greeter.report({}, { skip: ["@acme/summary"] })).reports, undefined);
  equal((await greeter.report({}, { skipLabels: ["audit"] })).reports, undefined);
  ok((await greeter.report({}, { skipLabels: ["other"] })).reports);
});

Deno.test("the newest version of a report is listed, with its behavior", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  for (let run = 0; run < 3; run++) await greeter.report();
  const { results } = await listReports(greeter.repository);
  deepEqual(
    results.map(({ reportName, modelName, version, dataName }) => ({
      reportName,
      modelName,
      version,
      dataName,
    })),
    [{
      reportName: "@acme/summary",
      modelName: "hello",
      version: 3,
      dataName: "report-acme-summary",
    }],
  );
  equal((await listReports(greeter.repository, { query: "SUMM" })).results.length, 1);
  equal((await listReports(greeter.repository, { query: "nothing" })).results.length, 0);
  equal((await getReport(greeter.repository, "@acme/summary", { version: 2 })).version, 2);
});

Deno.test("a report can be made again from the record of a run and the data it left", async () => {
  const body =
    `    const text = await context.dataRepository.getContent(context.modelType, context.modelId, "main");
    return { markdown: context.methodName + " " + new TextDecoder().decode(text),
      json: { handles: context.dataHandles.map((one) => [one.name, one.attributes]) } };`;
  await using greeter = await reportingRepository({ [FILE]: reportText(body) });
  await greeter.greet();
  const { repository } = greeter;
  const outcome = await rerunReport(repository, { report: "@acme/summary", behavior: "hello" });
  equal(outcome.markdown, 'greet {"text":"Hello Ada"}');
  deepEqual(outcome.json, { handles: [["main", { text: "Hello Ada" }]] });
  equal((await listVersions(repository, "hello", "report-acme-summary")).total, 1);
});

/** Has the behavior require reports. */
async function require(
  repository: Parameters<typeof findDefinition>[0],
  names: readonly string[],
): Promise<void> {
  const { path } = await findDefinition(repository, "hello");
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `${text}reports:\n  require: ${JSON.stringify(names)}\n`);
}

Deno.test("a report needs no manifest in a repository's own sources, and imports from beside its folder", async () => {
  await using greeter = await reportingRepository({ [FILE]: reportText(SUMMARY) });
  const { repository } = greeter;
  await writeFiles(`${repository.root}/extensions`, {
    "reports/loose.ts": `import { words } from "../models/_words.ts";\n` +
      reportText("    return { markdown: words, json: {} };", { name: "@acme/loose" }),
    "models/_words.ts": 'export const words = "from beside";\n',
  });
  await greeter.greet();
  const outcome = await rerunReport(repository, { report: "@acme/loose", behavior: "hello" });
  equal(outcome.markdown, "from beside");
});
