import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { HAS_TERMINAL, onTerminal } from "../../packages/cli/testing/terminal.ts";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import { LAUNCHER } from "../process/svc.ts";

/** Lists more vaults than the terminal has rows. */
const LONG = ["vault", "list"];

/** A pager that marks each line that went through it. */
const MARKED = "sed 's/^/through: /'";

/** Where `less` of the Debian package of that name is. */
const HAS_LESS: boolean = await new Deno.Command("less", { args: ["--version"], stdout: "null" })
  .output().then(({ success }) => success, () => false);

/** A test that needs a pseudo-terminal and `less`; where CI promises both, its absence is a failure. */
function onAPseudoTerminal(name: string, run: (at: Place) => Promise<void>): void {
  const test = async () => {
    await using folder = await temporaryFolder();
    await initRepository(folder.path);
    await Deno.mkdir(`${folder.path}/vaults/local_encryption`, { recursive: true });
    for (let number = 10; number < 50; number++) {
      const id = crypto.randomUUID();
      await Deno.writeTextFile(
        `${folder.path}/vaults/local_encryption/${id}.yaml`,
        `id: ${id}\nname: v${number}\ntype: local_encryption\nconfig: {}\n` +
          'createdAt: "2026-11-29T07:51:17.886Z"\n',
      );
    }
    const env = { HOME: folder.path, XDG_CONFIG_HOME: folder.path, SVC_REPO_DIR: folder.path };
    await run({
      env,
      start: (argv, more = {}) => onTerminal(LAUNCHER, argv, { ...env, ...more }),
    });
  };
  if (HAS_TERMINAL && HAS_LESS || Deno.env.get("CI") === "true") Deno.test(name, test);
  else Deno.test.ignore(`${name} (needs the Debian packages bsdutils and less)`, test);
}

interface Place {
  env: Record<string, string>;
  start(argv: string[], more?: Record<string, string>): ReturnType<typeof onTerminal>;
}

onAPseudoTerminal(
  "a long result goes through the pager, with its colours, and a short one does not",
  async ({ start }) => {
    const shown = async (argv: string[], env: Record<string, string>) => {
      await using terminal = start(argv, env);
      const { code, screen } = await terminal.ended();
      assert.equal(code, 0, screen);
      return screen;
    };
    const long = await shown(LONG, { PAGER: MARKED });
    assert.ok(long.includes("through: \x1b[1mVAULT"), long);
    assert.match(long, /through: v49 /);
    assert.match(
      await shown([...LONG, "--json"], { SVC_PAGER: MARKED, PAGER: "cat" }),
      /^through: \{\r$/m,
    );
    assert.match(
      await shown(
        [...LONG, "--jq", ".results[].name"],
        { PAGER: MARKED },
      ),
      /^through: v49\r$/m,
    );
    for (
      const [argv, env] of [
        [["version"], { PAGER: MARKED }],
        [LONG, { PAGER: MARKED, SVC_PAGER: "" }],
        [LONG, { PAGER: MARKED, SVC_PAGER: "cat" }],
        [LONG, { PAGER: MARKED, CI: "true" }],
      ] as [string[], Record<string, string>][]
    ) {
      const screen = await shown(argv, env);
      assert.doesNotMatch(screen, /through/, JSON.stringify([argv, env]));
      assert.match(screen, /svc \d|VAULT/);
    }
  },
);

onAPseudoTerminal("off a terminal there is no pager", async ({ env }) => {
  for (const argv of [LONG, [...LONG, "--json"]]) {
    const { stdout } = await new Deno.Command(LAUNCHER, {
      args: argv,
      env: { ...env, PAGER: MARKED },
    }).output();
    const text = new TextDecoder().decode(stdout);
    assert.ok(text.split("\n").length > 24, "it is long");
    assert.doesNotMatch(text, /through/);
  }
});

onAPseudoTerminal(
  "a pager that ends early is no failure, and the text is shown without one that is not there",
  async ({ start }) => {
    await using early = start(LONG, { PAGER: "head -n 1" });
    const one = await early.ended();
    assert.equal(one.code, 0, one.screen);
    assert.match(one.screen, /VAULT/);
    assert.doesNotMatch(one.screen, /v10|error/);
    for (const PAGER of ["/nonexistent/pager -x", "/etc/passwd"]) {
      await using none = start(LONG, { PAGER });
      const { code, screen } = await none.ended();
      assert.equal(code, 0, screen);
      assert.match(screen, /VAULT[^]*v49/);
    }
  },
);

onAPseudoTerminal(
  "less is the pager of who has named none; Ctrl-C in it ends it and not svc",
  async ({ start }) => {
    await using terminal = start(LONG);
    // Its prompt, below the last row that fits.
    await terminal.shows(/v31 [^\n]*\n:/);
    await terminal.type("\x03");
    // It drops the first key where the signal comes before it waits for one, or together with it.
    do await terminal.type("G"); while (await terminal.shows(/\(END\)|:/) === ":");
    await terminal.type("q");
    const { code, screen } = await terminal.ended();
    assert.equal(code, 0, screen);
  },
);
