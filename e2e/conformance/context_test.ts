import assert from "node:assert/strict";
import { copyFolder } from "../wild/copy_folder.ts";
import { openWorld } from "../wild/world.ts";

const EXTENSIONS = new URL("extensions/", import.meta.url).pathname;

/** Authors and what they publish; what others depend on is first. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  meridian: ["meridian-clock"],
  northwind: ["northwind-context", "northwind-addition"],
};

interface Ran {
  status: string;
  dataArtifacts: { name: string; version: number; attributes?: unknown }[];
  reports?: Record<string, { success: boolean; markdown: string; json: unknown }>;
  warnings?: string[];
}

Deno.test("the context of pulled extensions is as the reference says, in the client that people install", async (t) => {
  await using world = await openWorld();
  for (const [author, folders] of Object.entries(PUBLISHED)) {
    await using person = await world.person(author);
    for (const folder of folders) {
      const cwd = `${person.work}/${folder}`;
      await copyFolder(`${EXTENSIONS}${folder}`, cwd);
      await person.ok(["extension", "push", "manifest.yaml", "--yes"], { cwd });
    }
  }
  await using person = await world.person();
  await person.ok(["init"]);
  for (const name of ["@northwind/context", "@northwind/addition"]) {
    await person.ok(["extension", "pull", name, "--allow-all-requested"]);
  }
  const create = (type: string, name: string, ...args: string[]) =>
    person.ok(["behavior", "create", type, name, ...args]);
  const svc = (behavior: string, method: string, ...args: string[]) =>
    person.svc(["behavior", "run", behavior, method, "--json", ...args]);
  const run = async (behavior: string, method: string, ...args: string[]): Promise<Ran> => {
    const { code, stdout, stderr } = await svc(behavior, method, ...args);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const content = async (behavior: string, name: string) =>
    JSON.parse(await person.ok(["data", "get", behavior, name, "--json"])).content;
  const hold = async (name: string) => {
    const { rules } = await content("conform", name) as {
      rules: { rule: string; problem: string | null }[];
    };
    assert.ok(rules.length > 0);
    for (const { rule, problem } of rules) await t.step(rule, () => assert.equal(problem, null));
  };

  await create("@northwind/context", "conform", "--global-arg", 'hosts:json=[{"name":"a"}]');
  await t.step("defaults within an argument need not be given", async () => {
    await person.ok(["behavior", "validate", "conform"]);
  });
  await t.step(
    "a union is secret in the branch that is, and needs no vault in the other",
    async () => {
      await create("@northwind/context", "agent", "--global-arg", 'target:json={"kind":"agent"}');
      const args = ["--global-arg", 'target:json={"kind":"key","key":"k-71fe"}'];
      const refused = await person.svc([
        "behavior",
        "create",
        "@northwind/context",
        "key",
        ...args,
      ]);
      assert.match(refused.stderr, /'target\.key' is a secret/);
    },
  );
  await t.step(
    "a method that writes no secret runs without a vault, and one that does says so",
    async () => {
      await run("agent", "checked");
      const { code, stderr } = await svc("agent", "members");
      assert.equal(code, 1);
      assert.match(stderr, /vault_required/);
    },
  );
  await person.ok(["vault", "create", "local_encryption", "main"]);
  const members = await run("conform", "members");
  await hold("rules");
  await t.step("what does not fit is one warning a run and output", () => {
    const unfit = members.warnings!.filter((text) => text.includes("does not fit"));
    assert.deepEqual(
      unfit.map((text) => /does not fit @northwind\/context's (\w+)/.exec(text)?.[1]).sort(),
      ["plain", "thing"],
    );
  });
  await t.step("a secret is kept in the vault, and a bare text is data", async () => {
    assert.match((await content("conform", "login")).token, /^\$\{\{ vault\.get\(/);
    assert.equal(await content("conform", "text"), "bare");
    assert.equal((await content("conform", "latest")).id, "l");
  });
  await t.step("a report's JSON is a list, an object, or left out", () => {
    const { reports = {} } = members;
    assert.equal((reports["@northwind/list"]?.json as string[]).at(-1), "rules");
    assert.deepEqual(reports["@northwind/empty"]?.json, {});
    assert.deepEqual(reports["@northwind/bare"]?.json, {});
    assert.equal(reports["@northwind/bare"]?.markdown, "# members succeeded");
  });
  await run("conform", "asks");
  await hold("asked");
  await t.step("a check may give a message, and none is given a second parameter", async () => {
    const { stderr } = await svc("conform", "refused");
    assert.match(stderr, /never: this is never done/);
  });
  await t.step("a strict schema refuses further keys", async () => {
    assert.match((await svc("conform", "strict")).stderr, /more is not declared/);
  });
  await t.step(
    "an output that is not declared fails the run, also when it is swallowed",
    async () => {
      assert.match((await svc("conform", "undeclared")).stderr, /undeclared_output/);
    },
  );

  await create("@northwind/context/returns", "returns");
  const RETURNS: [method: string, written: string[]][] = [
    ["result", []],
    ["nothing", []],
    ["object", []],
    ["afterTwo", ["row-1", "row-2"]],
    ["handles", ["row-3", "row-4", "row-5"]],
    ["promise", ["row-6"]],
    ["notAwaited", ["row-7"]],
    ["sync", ["row-8", "row-9"]],
  ];
  for (const [method, written] of RETURNS) {
    await t.step(`a method may return as '${method}' does`, async () => {
      const { status, dataArtifacts } = await run("returns", method);
      assert.deepEqual([status, dataArtifacts.map(({ name }) => name)], ["succeeded", written]);
    });
  }
  await t.step("an error with a cause is told", async () => {
    assert.match((await svc("returns", "caused")).stderr, /cannot read it/);
  });

  await t.step(
    "fifty upgrades: three on a day, one without a function, one that drops a key",
    async () => {
      const folder = `${person.work}/behaviors/@northwind/context/upgraded`;
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(
        `${folder}/raised.yaml`,
        `type: "@northwind/context/upgraded"
typeVersion: 2025.12.01.1
id: ${crypto.randomUUID()}
name: raised
version: 1
tags: {}
globalArguments: { org: acme, old: 1 }
methods: {}
`,
      );
      const validated = await person.ok(["behavior", "validate", "raised"]);
      assert.match(validated, /next run upgrades it to 2026\.03\.01\.3/);
      await run("raised", "sync");
      assert.deepEqual(await content("raised", "seen"), { owner: "acme" });
    },
  );
  await t.step("a graft writes its own outputs and the type's", async () => {
    await create("@meridian/clock", "bell");
    const { dataArtifacts } = await run("bell", "ring");
    assert.deepEqual(dataArtifacts.map(({ name }) => name), ["alarm", "main"]);
    assert.deepEqual(await content("bell", "alarm"), { at: "six", zone: "UTC" });
  });
});
