import assert from "node:assert/strict";
import { parse } from "yaml";
import { type ExampleForm, type ExampleHost, startExamples } from "@svc/fakes/codehost";
import { runAll } from "../../extensions/testing/run.ts";
import { testNeeding } from "../requirement.ts";
import {
  ASK_NOTHING,
  EXAMPLE_RUNS,
  type ExampleRun,
  INCOMPLETE_EXAMPLES,
  LOCAL_EXAMPLE_RUNS,
} from "./examples.ts";

/** Runs a method against the examples; gives why it failed. */
async function failure(
  file: string,
  { method, args = {}, globals = {}, absent = [], writable = false }: ExampleRun,
  host: ExampleHost,
  env: Record<string, string>,
): Promise<string | undefined> {
  const { model } = await import(`../../extensions/${file}`);
  const folder = await Deno.makeTempDir({ prefix: "examples-" });
  host.absent.clear();
  for (const route of absent) host.absent.add(route);
  host.writable = writable;
  try {
    const named = JSON.stringify(globals).replaceAll("$FOLDER", folder);
    if (named.includes(folder)) {
      const args = ["init", "--quiet", "--bare", `${folder}/upstream.git`];
      assert.ok((await new Deno.Command("git", { args }).output()).success);
    }
    await Deno.mkdir(`${folder}/svc`);
    const { error } = await runAll(model, method, args, {
      globalArgs: JSON.parse(named),
      env: {
        PATH: Deno.env.get("PATH")!,
        HOME: folder,
        GITHUB_API_URL: host.url,
        GH_TOKEN: "ghp_example",
        ...env,
      },
      context: { repoDir: `${folder}/svc` },
    });
    return error?.message;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs all of a table. What a method writes is held to its schema, too. */
async function all(
  table: Readonly<Record<string, readonly ExampleRun[]>>,
  form: ExampleForm,
  test: Deno.TestContext,
  local = false,
): Promise<void> {
  await using host = await startExamples(form);
  const env = local ? (await host.gh()).env : {};
  for (const [file, runs] of Object.entries(table)) {
    for (const [index, run] of runs.entries()) {
      await test.step(`${file} ${run.method}, run ${index + 1}`, async () => {
        const why = await failure(file, run, host, env);
        const refuses = run.refuses?.[form];
        if (refuses === undefined) assert.equal(why, undefined);
        else assert.match(why ?? "it succeeded", refuses);
      });
    }
  }
  const incomplete = [...host.madeUp.keys()].filter((one) => !INCOMPLETE_EXAMPLES.includes(one));
  assert.deepEqual([incomplete, host.unknown], [[], []]);
}

Deno.test("every method that asks the platform is run against the published examples", async () => {
  const extensions = new URL("../../extensions/", import.meta.url);
  for await (const { name } of Deno.readDir(extensions)) {
    if (!/^(?:github|repo-insight)/.test(name)) continue;
    const manifest = parse(await Deno.readTextFile(new URL(`${name}/manifest.yaml`, extensions)));
    for (const file of (manifest as { models?: string[] }).models ?? []) {
      const { model } = await import(`../../extensions/${file}`);
      const run = [...EXAMPLE_RUNS[file] ?? [], ...LOCAL_EXAMPLE_RUNS[file] ?? []];
      const known = new Set([...run.map(({ method }) => method), ...ASK_NOTHING[file] ?? []]);
      assert.deepEqual([...known].sort(), Object.keys(model.methods).sort(), file);
    }
  }
});

for (const form of ["published", "bare", "later"] as const) {
  testNeeding(["git"], `methods read the ${form} examples of the platform`, async (test) => {
    await all(EXAMPLE_RUNS, form, test);
  });

  testNeeding(["gh"], `methods read the ${form} examples through gh`, async (test) => {
    await all(LOCAL_EXAMPLE_RUNS, form, test, true);
  });
}
