import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { linesOf } from "../base/process/lines.ts";
import type { Repository } from "../repository/repository.ts";
import { isRunning, untilGone, workspaceProcess } from "../testing/process.ts";
import { providerManifest, providerRepository, vaultText } from "../testing/providing.ts";
import { refusal } from "../testing/refusal.ts";
import type { OpenOptions } from "./subject.ts";
import { openVaultProvider } from "./vault.ts";

const PROVIDER =
  `{ getName: () => name, get: () => "value", put() {}, list: () => [], marked: true }`;

/** Vaults that are opened in ways none should be, by the name of their type. */
const OPENINGS: Record<string, string> = {
  slow: `const end = performance.now() + 300; while (performance.now() < end); return ${PROVIDER};`,
  never: `return await new Promise(() => {});`,
  loops: `for (;;);`,
  throws: `throw new RangeError("no such store");`,
  nothing: `return undefined;`,
  text: `return "provider";`,
  exits: `Deno.exit(5);`,
  getters:
    `return { get get() { throw new Error("no get for you"); }, list: () => { throw new Error("no list"); } };`,
  empty: `return {};`,
  thenable: `return { then: (done: (value: unknown) => void) => done(${PROVIDER}) };`,
  "answers itself": `
    for (const id of ["", "0", "1"]) console.log(JSON.stringify({ t: "answer", id, value: "made up" }));
    Deno.stdout.writeSync(new TextEncoder().encode('\\n{"t":"ready","members":["delete"]}\\n'));
    return ${PROVIDER};`,
  "disk": `return { ...${PROVIDER}, get: async () => {
    const folder = await Deno.makeTempDir();
    const piece = new Uint8Array(1024 * 1024);
    for (let at = 0;; at++) await Deno.writeFile(folder + "/" + at, piece);
  } };`,
};

/** Modules that load in ways none should. */
const LOADINGS: Record<string, string> = {
  "waits while it loads":
    "if (Deno.env.get('KEEPER_TEST') !== undefined) await new Promise(() => {});",
  "exits while it loads": "if (Deno.env.get('KEEPER_TEST') !== undefined) Deno.exit(6);",
};

function file(name: string): string {
  return `vaults/${name.replaceAll(" ", "-")}.ts`;
}

function typeOf(name: string): string {
  return `@acme/${name.replaceAll(" ", "-")}`;
}

const files = Object.fromEntries(
  Object.entries(OPENINGS).map(([name, body]) =>
    [file(name), vaultText({ body }).replace("@acme/keeper", typeOf(name))] as const
  ),
);
const here = await providerRepository(files);
Deno.test.afterAll(async () => await here[Symbol.asyncDispose]());

async function value(
  name: string,
  options: OpenOptions = {},
  repository: Repository = here.repository,
): Promise<string> {
  const vault = { id: "0", name: "team", type: typeOf(name), config: {} };
  await using provider = await openVaultProvider(repository, vault, options);
  return await provider.get("A");
}

Deno.test("a provider that takes its time to open, or is a promise of its own, works", async () => {
  equal(await value("slow"), "value");
  equal(await value("thenable"), "value");
});

Deno.test("a provider that never opens is killed at its time, and leaves no process", async () => {
  for (const name of ["never", "loops"]) {
    await rejects(
      value(name, { limits: { startMs: 1500 } }),
      refusal("timeout", new RegExp(`Opening ${typeOf(name)} took longer than 1\\.5 s`)),
      name,
    );
  }
  const stop = new AbortController();
  const opening = value("never", { signal: stop.signal });
  stop.abort();
  await rejects(opening, refusal("cancelled"));
});

const REFUSED: readonly [name: string, ...words: RegExp[]][] = [
  [
    "throws",
    /could not be opened: RangeError: no such store \(extensions\/vaults\/throws\.ts:\d+\)/,
  ],
  ["nothing", /createProvider gave no provider/],
  ["text", /createProvider gave no provider/],
  ["exits", /ended its own process \(exit code 5\)/],
  ["getters", /no get for you/],
  ["empty", /get: TypeError/],
];
for (const [name, ...words] of REFUSED) {
  Deno.test(`a provider that is none is told with its type: ${name}`, async () => {
    await rejects(value(name), refusal("vault_failed", new RegExp(typeOf(name)), ...words));
  });
}

Deno.test("lines that look like svc's protocol are only lines", async () => {
  const lines: string[] = [];
  equal(await value("answers itself", { onLog: (_, text) => lines.push(text) }), "value");
  equal(lines.filter((line) => line.startsWith('team: {"t":"answer"')).length, 3);
  ok(lines.includes('team: {"t":"ready","members":["delete"]}'), lines.join("\n"));
});

Deno.test("a provider that fills the disk is ended, and its files are gone", async () => {
  await rejects(
    value("disk", { limits: { diskMb: 8 } }),
    refusal("vault_failed", /filled more than 8 MB of temporary disk space/),
  );
});

Deno.test("what a module does while it loads is held to the same limits", async () => {
  for (const [name, before] of Object.entries(LOADINGS)) {
    // A description is made where the variable is not set; the person's sandbox has it.
    await using own = await providerRepository({
      "provider/manifest.yaml": providerManifest(
        "vaults:\n  - keeper.ts\npermissions:\n  env: [KEEPER_TEST]\n",
      ),
      "provider/keeper.ts": vaultText({ before, body: `return ${PROVIDER};` })
        .replace("@acme/keeper", typeOf(name)),
    });
    const grants: OpenOptions = { onGrant: () => Promise.resolve() };
    equal(await value(name, grants, own.repository), "value");
    Deno.env.set("KEEPER_TEST", "1");
    try {
      // A busy machine may take longer than that to start the other.
      const waits = name.startsWith("waits");
      const limits = waits ? { limits: { startMs: 1500 } } : {};
      await rejects(
        value(name, { ...grants, ...limits }, own.repository),
        waits ? refusal("timeout", /Opening/) : refusal("vault_failed", /exit code 6/),
      );
    } finally {
      Deno.env.delete("KEEPER_TEST");
    }
  }
});

Deno.test("a program that a vault started ends with it, also in a session of its own", async () => {
  await using own = await providerRepository({
    "provider/manifest.yaml": providerManifest(
      "vaults:\n  - keeper.ts\npermissions:\n  run: [setsid]\n",
    ),
    "provider/keeper.ts": vaultText({
      body: `return { ...${PROVIDER}, get: () => {
        const left = new Deno.Command("setsid", { args: ["sleep", "3600"], stdout: "null" }).spawn();
        left.unref();
        return String(left.pid);
      } };`,
    }),
  });
  const pid = Number(
    await value("keeper", { onGrant: () => Promise.resolve() }, own.repository),
  );
  ok(pid > 0);
  equal(await isRunning(pid), false);
});

Deno.test("a vault may read the variables that it was granted, and their secrets are not shown", async () => {
  await using own = await providerRepository({
    "provider/manifest.yaml": providerManifest(
      "vaults:\n  - keeper.ts\npermissions:\n  env: [SVC9_TEST_TOKEN]\n",
    ),
    "provider/keeper.ts": vaultText({
      body: `const token = Deno.env.get("SVC9_TEST_TOKEN");
        console.log("logging in with " + token);
        return { ...${PROVIDER}, get: () => { throw new Error("403 for " + token); }, list: () => ["A"] };`,
    }),
  });
  Deno.env.set("SVC9_TEST_TOKEN", "t0ken-of-the-person");
  try {
    const lines: string[] = [];
    const options: OpenOptions = {
      onGrant: () => Promise.resolve(),
      onLog: (_, text) => lines.push(text),
    };
    await rejects(
      value("keeper", options, own.repository),
      refusal("vault_failed", /403 for \*\*\*/),
    );
    deepEqual(lines, ["team: logging in with ***"]);
  } finally {
    Deno.env.delete("SVC9_TEST_TOKEN");
  }
});

for (const then of ["wait", "exit"] as const) {
  const how = then === "wait" ? "is killed" : "ends without closing it";
  Deno.test(`a busy vault ends with svc, which ${how}`, async () => {
    await using own = await providerRepository({
      "vaults/keeper.ts": vaultText({
        body: `return { ...${PROVIDER}, get: (key: string) => {
          if (key === "pid") return String(Deno.pid);
          for (;;);
        } };`,
      }),
    });
    const { root, config } = own.repository;
    const svc = workspaceProcess(
      `${import.meta.dirname}/../testing/busy_vault.ts`,
      { root, config, then },
      { TMPDIR: root },
    );
    let pid = 0;
    for await (const line of linesOf(svc.stdout, { writerEnded: svc.status })) {
      pid = Number(line);
      if (then === "wait") svc.kill("SIGKILL");
    }
    equal((await svc.status).signal, then === "wait" ? "SIGKILL" : null);
    ok(pid > 0);
    await untilGone(pid);
  });
}
