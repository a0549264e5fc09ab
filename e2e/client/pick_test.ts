import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { HAS_TERMINAL, onTerminal } from "../../packages/cli/testing/terminal.ts";
import { ID, runsServer } from "../../packages/cli/testing/runs_server.ts";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import { LAUNCHER } from "../process/svc.ts";

/** A repository with two behaviors and a vault with two keys, and a person at a terminal. */
interface Desk {
  at(argv: string[], more?: Record<string, string>): ReturnType<typeof onTerminal>;
  off(argv: string[], stdin?: string): Promise<{ code: number; stderr: string }>;
}

/** Tests that need a pseudo-terminal run; where CI promises one, its absence is a failure. */
const RUNS = HAS_TERMINAL || Deno.env.get("CI") === "true";

const folder = await temporaryFolder();
Deno.test.afterAll(async () => await folder[Symbol.asyncDispose]());
const env = { HOME: folder.path, XDG_CONFIG_HOME: folder.path, SVC_REPO_DIR: folder.path };

/** What all tests here only read. */
const desk: Desk = {
  at: (argv, more = {}) => onTerminal(LAUNCHER, argv, { ...env, ...more }),
  async off(args, stdin = "") {
    const child = new Deno.Command(LAUNCHER, {
      args,
      env,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
    const { code, stderr } = await child.output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  },
};

if (RUNS) {
  await initRepository(folder.path);
  for (
    const [argv, stdin] of [
      [["behavior", "create", "command/shell", "first"]],
      [["behavior", "create", "command/shell", "second"]],
      [["vault", "create", "local_encryption", "prod"]],
      [["vault", "put", "prod", "ALPHA"], "a-value"],
      [["vault", "put", "prod", "BETA"], "b-value"],
    ] as [string[], string?][]
  ) {
    const { code, stderr } = await desk.off(argv, stdin);
    assert.equal(code, 0, stderr);
  }
}

function onAPseudoTerminal(name: string, run: (desk: Desk) => Promise<void>): void {
  if (RUNS) Deno.test(name, () => run(desk));
  else Deno.test.ignore(`${name} (needs 'script' of the Debian package bsdutils)`, () => {});
}

onAPseudoTerminal(
  "a name that is left out is picked from a list, one after the other",
  async ({ at }) => {
    await using run = at(["behavior", "run", "--input", "run=echo from the second"]);
    await run.shows(/Which behavior\?[^]*first[^]*second/);
    // Typing narrows the list.
    await run.type("sec");
    await run.shows(/sec/);
    await run.type("\r");
    await run.shows(/Which method\?[^]*execute/);
    await run.type("\r");
    const ran = await run.ended();
    assert.equal(ran.code, 0, ran.screen);
    assert.match(ran.screen, /Running execute of second[^]* from the second/);

    await using get = at(["vault", "get"]);
    await get.shows(/Which vault\?[^]*prod/);
    await get.type("\r");
    await get.shows(/Which key\?[^]*ALPHA[^]*BETA/);
    await get.type("\x1b[B\r");
    const got = await get.ended();
    assert.equal(got.code, 0, got.screen);
    assert.match(got.screen, /b-value/);
  },
);

onAPseudoTerminal("a run of a server is picked from its newest ones", async ({ at }) => {
  await using serve = runsServer();
  await using view = at(["run", "view", "--server", serve.url], {
    SVC_SERVER_TOKEN: "ci.secret",
    SVC_SERVER_URL: serve.url,
  });
  await view.shows(/Which run\?[^]*hello greet, succeeded/);
  await view.type("\r");
  const { code, screen } = await view.ended();
  assert.equal(code, 0, screen);
  assert.match(screen, new RegExp(`Run: ${ID}`));
});

onAPseudoTerminal("a dumb terminal lists the names, and a number picks one", async ({ at }) => {
  await using terminal = at(["behavior", "get"], { TERM: "dumb" });
  await terminal.shows(/Which behavior\?\s+1\. first\s+2\. second\s+Number: /);
  await terminal.type("\r");
  await terminal.shows(/Number: /);
  await terminal.type("2\r");
  const { code, screen } = await terminal.ended();
  assert.equal(code, 0, screen);
  assert.match(screen, /second/);
  assert.ok(!screen.includes("\x1b"), screen);
});

onAPseudoTerminal("Ctrl-C at the list changes nothing and says so", async ({ at }) => {
  await using terminal = at(["behavior", "delete"]);
  await terminal.shows(/Which behavior\?[^]*first/);
  await terminal.type("\x03");
  const { code, screen } = await terminal.ended();
  assert.equal(code, 130, screen);
  assert.match(screen, /Cancelled: nothing was changed/);
});

onAPseudoTerminal(
  "nobody is asked in CI, for JSON, off a terminal, for a name that is new, or without names",
  async ({ at, off }) => {
    const missing = /<name> is missing: the behavior's name or id/;
    for (
      const [argv, env, said] of [
        [["behavior", "get"], { CI: "true" }, missing],
        [["behavior", "get", "--json"], {}, missing],
        [["behavior", "get", "--jq", ".name"], {}, missing],
        [["vault", "put", "prod"], {}, /<key> is missing/],
        [["extension", "rm"], {}, /is missing/],
        [["extension", "pull"], {}, /is missing/],
        [["run", "view", "--server", "http://127.0.0.1:1"], {}, /<run> is missing/],
        [["behavior", "get", "--nonsense"], {}, /Unknown option --nonsense/],
      ] as [string[], Record<string, string>, RegExp][]
    ) {
      await using terminal = at(argv, env);
      const { code, screen } = await terminal.ended();
      assert.equal(code, 2, screen);
      assert.match(screen, said);
      assert.doesNotMatch(screen, /Which/);
    }
    const { code, stderr } = await off(["behavior", "get"]);
    assert.deepEqual([code, /Which/.test(stderr)], [2, false]);
    assert.match(stderr, missing);
  },
);
