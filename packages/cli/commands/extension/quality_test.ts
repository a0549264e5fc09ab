import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";
import { published } from "../../testing/published.ts";

async function quality(argv: string[], recipe: Parameters<typeof writeExtension>[1] = {}) {
  await using outside = startOutside();
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`, recipe);
  return await svc(["extension", "quality", "tool", ...argv], {
    env: { XDG_CONFIG_HOME: folder.path, ...outside.env },
    cwd: folder.path,
  });
}

Deno.test("a full local score is 12/12 with the 2 points of verification pending (spec 2.6)", async () => {
  const { stdout, exit } = await quality([]);
  assert.equal(exit, 0);
  assert.match(
    stdout,
    /^Score: 12\/12 \(\+2 pending server verification\), 100%, grade A, all factors earned$/m,
  );
  assert.match(stdout, /~ \[0\/2\] +repository-verified/);
});

Deno.test("each lost point comes with its place and the shortest fix", async () => {
  const { stdout } = await quality([], {
    readme: "# Short",
    files: { "extra.ts": "" },
  });
  assert.match(stdout, /^Score: 10\/12/m);
  assert.match(
    stdout,
    /✗ \[0\/1\] +readme-example.*\n +tool\/README\.md: has no fenced code block/,
  );
  assert.match(stdout, /→ Add a fenced code block/);
});

Deno.test("the place of an error is the author's own file with its line", async () => {
  const { stderr } = await quality([], {
    files: { "greeter.ts": "\nthrow new Error('no such table');\nexport const model = {};\n" },
  });
  assert.match(stderr, /no such table/);
  assert.match(stderr, /tool\/greeter\.ts:2/);
  assert.doesNotMatch(stderr, /models\/greeter/);
});

Deno.test("a misspelled manifest key is warned of, with its line", async () => {
  await using outside = startOutside();
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, {});
  await Deno.writeTextFile(manifest, "permission: {}\n", { append: true });
  const line = (await Deno.readTextFile(manifest)).trimEnd().split("\n").length;
  const { stdout, exit } = await svc(["extension", "quality", manifest], {
    env: { XDG_CONFIG_HOME: folder.path, ...outside.env },
  });
  assert.equal(exit, 0);
  assert.match(stdout, new RegExp(`manifest\\.yaml:${line}: 'permission' is not a key`));
});

Deno.test("--json has the fields other clients know beside ours (reference wire 6)", async () => {
  const { stdout } = await quality(["--json"]);
  const result = JSON.parse(stdout);
  assert.equal(result.status, "passed");
  assert.equal(result.maxEarnablePoints, 14);
  assert.equal(result.maxClientEarnablePoints, 12);
  assert.equal(result.provisionalPoints, 2);
  assert.equal(result.factors.length, 10);
  assert.equal(result.dependencyTrust.outcome, "passed");
  assert.match(result.checksum, /^[0-9a-f]{64}$/);
});

Deno.test("--min-score fails a build below it and passes one at it", async () => {
  assert.equal((await quality(["--min-score", "100"])).exit, 0);
  const low = await quality(["--min-score", "90"], { readme: "# Short" });
  assert.equal(low.exit, 1);
  assert.match(low.stdout, /83%, grade B/);
  assert.equal((await quality(["--min-score", "83"], { readme: "# Short" })).exit, 0);
  assert.equal((await quality(["--min-score", "101"])).exit, 2);
});

Deno.test("a published name shows the registry's scorecard; --compare fails when points got worse", async () => {
  await using at = await published({});
  const { outside } = at.on;
  const run = (...argv: string[]) =>
    at.reader(["extension", "quality", ...argv], { env: outside.env });
  const text = (await run("@acme/greeter")).stdout;
  assert.match(text, /^@acme\/greeter 2026\.11\.21\.1, published\nScore: \d+\/14, /);
  assert.match(text, /\nPage: http:\S+\/extensions\/@acme\/greeter\n$/);
  const named = JSON.parse((await run("@acme/greeter@2026.11.21.1", "--json")).stdout);
  assert.deepEqual([named.audience, named.version], ["server", "2026.11.21.1"]);
  assert.equal((await run("@acme/greeter", "--min-score", "100")).exit, 1);
  const unknown = JSON.parse((await run("@acme/greeter@2026.11.21.9", "--json")).stderr);
  assert.equal(unknown.code, "not_found");
  assert.equal((await run("@acme/greeter", "--compare")).exit, 2);

  const compare = async (recipe: Parameters<typeof writeExtension>[1]) => {
    await using folder = await temporaryConfig();
    const manifest = await writeExtension(folder.path, recipe);
    const { exit, stdout } = await run(manifest, "--compare", "--json");
    return { exit, ...JSON.parse(stdout).comparison };
  };
  assert.deepEqual(await compare({}), {
    ...{ exit: 0, published: "2026.11.21.1", worse: [], better: [], unchecked: [] },
  });
  const { exit, worse } = await compare({ readme: "# Short" });
  assert.deepEqual([exit, worse.map((one: { id: string }) => one.id)], [
    1,
    ["readme-example", "rich-readme"],
  ]);
  const fresh = await compare({ name: "@acme/fresh", readme: "# Short" });
  assert.deepEqual([fresh.exit, fresh.published], [0, null]);
});
