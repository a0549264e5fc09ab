import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Outcome, outcomeOf } from "./rule.ts";

/** How the suite comes to svc. */
export interface ContextSubject {
  /**
   * Absolute path of an initialised repository without behaviors, which has the suite's extensions:
   * pulled or linked.
   */
  repository: string;
  /** Runs svc in the repository with these arguments, to its end, without a terminal. */
  svc(args: readonly string[]): Promise<SvcRun>;
}

/** How svc ended and what it printed. */
export interface SvcRun {
  code: number;
  stdout: string;
  stderr: string;
}

interface Ran {
  status: string;
  dataArtifacts: { name: string; version: number; attributes?: unknown }[];
  reports?: Record<string, { success: boolean; markdown: string; json: unknown }>;
  warnings?: string[];
}

/** The suite's extensions: folders below `extensions` beside this file; what others need is first. */
export const CONTEXT_EXTENSIONS = [
  "meridian-clock",
  "northwind-context",
  "northwind-addition",
] as const;

/**
 * A repository in a temporary folder that uses the suite's extensions from where they are; removed on disposal.
 *
 * @param program svc, and what it is given before the arguments
 */
export async function contextRepository(
  [program, ...before]: readonly [string, ...string[]] = ["svc"],
): Promise<ContextSubject & AsyncDisposable> {
  const repository = await Deno.realPath(await Deno.makeTempDir());
  const svc = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args: [...before, ...args],
      cwd: repository,
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  };
  const remove = () => Deno.remove(repository, { recursive: true });
  try {
    await succeeded(svc, ["init"]);
    const sources = new URL(import.meta.resolve("./extensions/")).pathname;
    for (const folder of CONTEXT_EXTENSIONS) {
      await succeeded(svc, ["extension", "link", sources + folder]);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { repository, svc, [Symbol.asyncDispose]: remove };
}

/**
 * Checks every member of a method's context and every rule about what methods, checks, reports, upgrades
 * and grafts may do (extension format reference §3), as a method sees them under this svc.
 *
 * @returns for each rule whether it holds, and what happened instead
 * @throws Error where svc cannot be made to try a rule at all
 */
export async function checkContext({ repository, svc }: ContextSubject): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const rule = async (name: string, check: () => unknown) => {
    outcomes.push(await outcomeOf(name, check));
  };
  const create = (type: string, name: string, ...args: string[]) =>
    succeeded(svc, ["behavior", "create", type, name, ...args]);
  const tried = (behavior: string, method: string) =>
    svc(["behavior", "run", behavior, method, "--json"]);
  const run = async (behavior: string, method: string): Promise<Ran> =>
    JSON.parse(await succeeded(svc, ["behavior", "run", behavior, method, "--json"]));
  const content = async (behavior: string, name: string) =>
    JSON.parse(await succeeded(svc, ["data", "get", behavior, name, "--json"])).content;
  /** Each rule that a method tried and told of in its data. */
  const told = async (name: string) => {
    const { rules } = await content("conform", name) as {
      rules: { rule: string; problem: string | null }[];
    };
    ok(rules.length > 0);
    for (const one of rules) await rule(one.rule, () => equal(one.problem, null));
  };

  await create("@northwind/context", "conform", "--global-arg", 'hosts:json=[{"name":"a"}]');
  await rule(
    "defaults within an argument need not be given",
    () => succeeded(svc, ["behavior", "validate", "conform"]),
  );
  await rule(
    "a union is secret in the branch that is, and needs no vault in the other",
    async () => {
      await create("@northwind/context", "agent", "--global-arg", 'target:json={"kind":"agent"}');
      const secret = 'target:json={"kind":"key","key":"k-71fe"}';
      const args = ["@northwind/context", "key", "--global-arg", secret];
      match((await svc(["behavior", "create", ...args])).stderr, /'target\.key' is a secret/);
    },
  );
  await rule(
    "a method that writes no secret runs without a vault, and one that does says so",
    async () => {
      await run("agent", "checked");
      const { code, stderr } = await tried("agent", "members");
      equal(code, 1);
      match(stderr, /vault_required/);
    },
  );
  await succeeded(svc, ["vault", "create", "local_encryption", "main"]);
  const members = await run("conform", "members");
  await told("rules");
  await rule("what does not match is one warning a run and output", () => {
    const unfit = members.warnings!.filter((text) => text.includes("does not match"));
    const specs = unfit.map((text) => /does not match @northwind\/context's (\w+)/.exec(text)?.[1]);
    deepEqual(specs.sort(), ["plain", "thing"]);
  });
  await rule("a secret is kept in the vault, and a bare text is data", async () => {
    match((await content("conform", "login")).token, /^\$\{\{ vault\.get\(/);
    equal(await content("conform", "text"), "bare");
    equal((await content("conform", "latest")).id, "l");
  });
  await rule("a report's JSON is a list, an object, or left out", () => {
    const { reports = {} } = members;
    equal((reports["@northwind/list"]?.json as string[]).at(-1), "rules");
    deepEqual(reports["@northwind/empty"]?.json, {});
    deepEqual(reports["@northwind/bare"]?.json, {});
    equal(reports["@northwind/bare"]?.markdown, "# members succeeded");
  });
  await run("conform", "asks");
  await told("asked");
  const refusals: [rule: string, method: string, words: RegExp][] = [
    [
      "a check may give a message, and none is given a second parameter",
      "refused",
      /never: this is never done/,
    ],
    ["a strict schema refuses further keys", "strict", /more is not declared/],
    [
      "an output that is not declared fails the run, also when it is swallowed",
      "undeclared",
      /undeclared_output/,
    ],
  ];
  for (const [name, method, words] of refusals) {
    await rule(name, async () => match((await tried("conform", method)).stderr, words));
  }

  await create("@northwind/context/returns", "returns");
  for (const [method, written] of Object.entries(RETURNS)) {
    await rule(`a method may return as '${method}' does`, async () => {
      const { status, dataArtifacts } = await run("returns", method);
      deepEqual([status, dataArtifacts.map(({ name }) => name)], ["succeeded", written]);
    });
  }
  await rule("an error with a cause is told", async () => {
    match((await tried("returns", "caused")).stderr, /cannot read it/);
  });
  await rule(
    "fifty upgrades: three on a day, one without a function, one that drops a key",
    async () => {
      const folder = `${repository}/behaviors/@northwind/context/upgraded`;
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/raised.yaml`, raised());
      match(
        await succeeded(svc, ["behavior", "validate", "raised"]),
        /next run upgrades it to 2026\.03\.01\.3/,
      );
      await run("raised", "sync");
      deepEqual(await content("raised", "seen"), { owner: "acme" });
    },
  );
  await rule("a graft writes its own outputs and the type's", async () => {
    await create("@meridian/clock", "bell");
    const { dataArtifacts } = await run("bell", "ring");
    deepEqual(dataArtifacts.map(({ name }) => name), ["alarm", "main"]);
    deepEqual(await content("bell", "alarm"), { at: "six", zone: "UTC" });
  });
  return outcomes;
}

/** What each method of `@northwind/context/returns` has written when it returns. */
const RETURNS: Readonly<Record<string, readonly string[]>> = {
  result: [],
  nothing: [],
  object: [],
  afterTwo: ["row-1", "row-2"],
  handles: ["row-3", "row-4", "row-5"],
  promise: ["row-6"],
  notAwaited: ["row-7"],
  sync: ["row-8", "row-9"],
};

/** A definition of an earlier version of its type. */
function raised(): string {
  return `type: "@northwind/context/upgraded"
typeVersion: 2025.12.01.1
id: ${crypto.randomUUID()}
name: raised
version: 1
tags: {}
globalArguments: { org: acme, old: 1 }
methods: {}
`;
}

/** What svc printed; throws what it said when it failed. */
async function succeeded(svc: ContextSubject["svc"], args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await svc(args);
  if (code !== 0) throw new Error(`svc ${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}
