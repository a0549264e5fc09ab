import assert from "node:assert/strict";
import { SMALL_ZOD } from "@svc/fakes/zod";
import { initRepository } from "@svc/runtime/repository";
import { writeExtension } from "../../packages/cli/testing/extension.ts";
import { published } from "../../packages/cli/testing/published.ts";
import { listeningRegistry, PASSWORD } from "../../packages/cli/testing/registry.ts";
import { HAS_TERMINAL, onTerminal } from "../../packages/cli/testing/terminal.ts";
import { enrolApp } from "../../packages/registry/features/factor/testing.ts";
import { cookieOf, send } from "../../packages/registry/features/identity/testing.ts";
import { STORED_PASSKEY } from "../../packages/registry/features/passkey/testing.ts";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import { LAUNCHER } from "../process/svc.ts";

/** A test that needs a pseudo-terminal; where CI promises one, its absence is a failure. */
function onAPseudoTerminal(name: string, run: () => Promise<void>): void {
  if (HAS_TERMINAL || Deno.env.get("CI") === "true") Deno.test(name, run);
  else Deno.test.ignore(`${name} (needs 'script' of the Debian package bsdutils)`, run);
}

/** What bundling needs of the machine: its registry of npm packages and the cache of the bundler. */
function surroundings(): Record<string, string> {
  const { HOME, ...rest } = Deno.env.toObject();
  return {
    DENO_DIR: `${HOME}/.cache/deno`,
    ...Object.fromEntries(
      Object.entries(rest).filter(([name]) => /^(DENO_|NPM_CONFIG_|HTTPS?_PROXY$)/i.test(name)),
    ),
  };
}

/** A person's machine, and where it looks for a registry. */
async function machine(registry = "http://127.0.0.1:9") {
  const config = await temporaryFolder();
  return {
    config: config.path,
    svc: (argv: string[], env: Record<string, string> = {}) =>
      onTerminal(LAUNCHER, argv, {
        XDG_CONFIG_HOME: config.path,
        HOME: config.path,
        SVC_CLUB_URL: registry,
        ...env,
      }),
    [Symbol.asyncDispose]: () => config[Symbol.asyncDispose](),
  };
}

/** A registry with Ada, and her machine. */
async function desk() {
  const stack = new AsyncDisposableStack();
  const on = stack.use(await listeningRegistry());
  await on.signUp("ada");
  const own = stack.use(await machine(on.url));
  return { ...own, on, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

onAPseudoTerminal("a password is asked for and not echoed", async () => {
  await using at = await desk();
  await using terminal = at.svc(["auth", "login", "--username", "ada"]);
  await terminal.shows(/Password/);
  await terminal.type(PASSWORD);
  await terminal.type("\r");
  const { code, screen } = await terminal.ended();
  assert.equal(code, 0, screen);
  assert.match(screen, /Logged in to \S+ as ada\./);
  assert.ok(!screen.includes(PASSWORD.slice(0, 5)));
});

onAPseudoTerminal("a code of the app is asked for; a recovery code gets no key", async () => {
  await using at = await desk();
  const { registry } = at.on;
  const signedIn = await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: "ada", password: PASSWORD },
  });
  const app = await enrolApp(registry, cookieOf(signedIn.headers));
  const byCode = async (code: string) => {
    await using terminal = at.svc(["auth", "login", "--username", "ada"]);
    await terminal.shows(/Password/);
    await terminal.type(`${PASSWORD}\r`);
    await terminal.shows(/Code from your authenticator app/);
    await terminal.type(`${code}\r`);
    return await terminal.ended();
  };
  const wrong = await byCode("ABCD-EFGH-IJKL-MNOQ");
  assert.equal(wrong.code, 4, wrong.screen);
  assert.match(wrong.screen, /The code is wrong/);
  const right = await byCode(app.code());
  assert.equal(right.code, 0, right.screen);
  assert.match(right.screen, /Logged in to \S+ as ada\./);
  const recovered = await byCode(app.recoveryCodes[0]!);
  assert.equal(recovered.code, 1, recovered.screen);
  assert.match(recovered.screen, /The account is on hold/);
});

onAPseudoTerminal("an account with passkeys and no app is sent to the browser", async () => {
  await using at = await desk();
  const { db } = at.on.registry.services;
  const { id } = await db.selectFrom("user").select("id").where("username", "=", "ada")
    .executeTakeFirstOrThrow();
  await db.insertInto("passkey").values({ ...STORED_PASSKEY, user_id: id }).execute();
  await using terminal = at.svc(["auth", "login", "--username", "ada"]);
  await terminal.shows(/Password/);
  await terminal.type(`${PASSWORD}\r`);
  const { code, screen } = await terminal.ended();
  assert.equal(code, 4, screen);
  assert.match(screen, /signs in with a passkey/);
  assert.match(screen, /Log in with the browser: svc auth login/);
});

for (const [name, key] of [["Ctrl-C", "\x03"], ["Ctrl-D", "\x04"]] as const) {
  for (const TERM of ["xterm", "dumb"]) {
    onAPseudoTerminal(`${name} at a question changes nothing and says so: ${TERM}`, async () => {
      await using at = await desk();
      for (
        const [given, question] of [[["--username", "ada"], /Password/], [
          ["--password", "-"],
          /Username/,
        ]] as const
      ) {
        await using terminal = at.svc(["auth", "login", ...given], { TERM });
        await terminal.shows(question);
        await terminal.type(key);
        const { code, screen } = await terminal.ended();
        assert.equal(code, 130, screen);
        assert.match(screen, /Cancelled: nothing was changed/);
      }
      await assert.rejects(Deno.stat(`${at.config}/svc/auth.json`), Deno.errors.NotFound);
    });
  }
}

onAPseudoTerminal("a dumb terminal is asked without a movement of its cursor", async () => {
  await using at = await desk();
  await using terminal = at.svc(["auth", "login", "--password", "-"], { TERM: "dumb" });
  await terminal.shows(/Username or e-mail: /);
  await terminal.type("ada\r");
  await terminal.shows(/Password \(it is not shown\): /);
  await terminal.type(`x\x7f${PASSWORD}\r`);
  const { code, screen } = await terminal.ended();
  assert.equal(code, 0, screen);
  assert.match(screen, /Logged in to \S+ as ada\./);
  assert.ok(!screen.includes(PASSWORD.slice(0, 5)) && !screen.includes("\x1b"), screen);
});

onAPseudoTerminal("a serve token is asked for with --token - and not echoed", async () => {
  await using at = await machine();
  await using terminal = at.svc(
    ["auth", "server-login", "--server", "https://serve.example.org", "--token", "-"],
  );
  await terminal.shows(/Token/);
  await terminal.type("ci.0123456789");
  await terminal.type("\r");
  const { code, screen } = await terminal.ended();
  assert.equal(code, 0, screen);
  assert.ok(!screen.includes("0123456789"));
  const stored = JSON.parse(await Deno.readTextFile(`${at.config}/svc/servers.json`));
  assert.equal(stored["https://serve.example.org"].token, "ci.0123456789");
});

onAPseudoTerminal(
  "a secret is asked for and not shown, neither on screen nor to other programs",
  async () => {
    await using at = await machine();
    await initRepository(at.config);
    const env = { SVC_REPO_DIR: at.config };
    const secret = "typed-0123456789-by-hand";
    const plain = async (...argv: string[]) => {
      const { stdout } = await new Deno.Command(LAUNCHER, {
        args: ["vault", ...argv],
        env: { ...env, HOME: at.config },
      }).output();
      return new TextDecoder().decode(stdout);
    };
    await plain("create", "local_encryption", "prod");
    const put = async (answer: (terminal: ReturnType<typeof at.svc>) => Promise<void>) => {
      await using terminal = at.svc(["vault", "put", "prod", "TOKEN"], env);
      await answer(terminal);
      const { code, screen } = await terminal.ended();
      assert.ok(!screen.includes(secret.slice(0, 8)), screen);
      return { code, screen };
    };
    const typed = async (terminal: ReturnType<typeof at.svc>, keys: string) => {
      await terminal.shows(/Value of TOKEN/);
      await terminal.type(keys);
    };
    // Whoever leaves the question has stored nothing.
    assert.equal((await put((terminal) => typed(terminal, "\x03"))).code, 130);
    assert.match(await plain("list-keys", "prod"), /holds no secrets yet/);
    const stored = await put(async (terminal) => {
      await typed(terminal, secret);
      // It has been typed, and the command is still there.
      for (const { name } of Deno.readDirSync("/proc")) {
        if (!/^\d+$/.test(name)) continue;
        for (const file of ["cmdline", "environ"]) {
          const text = await Deno.readTextFile(`/proc/${name}/${file}`).catch(() => "");
          assert.ok(!text.includes(secret), `${file} of ${name}`);
        }
      }
      await terminal.type("\r");
    });
    assert.equal(stored.code, 0, stored.screen);
    assert.equal(await plain("get", "prod", "TOKEN"), secret);

    // A second value replaces the first after a yes only.
    const kept = await put(async (terminal) => {
      await terminal.shows(/Replace TOKEN in prod\?/);
      await terminal.type("\r");
    });
    assert.match(kept.screen, /Cancelled: nothing was changed/);
    const replaced = await put(async (terminal) => {
      await terminal.shows(/Replace TOKEN in prod\?/);
      await terminal.type("y");
      await typed(terminal, "another\r");
    });
    assert.equal(replaced.code, 0, replaced.screen);
    assert.equal(await plain("get", "prod", "TOKEN"), "another");
  },
);

onAPseudoTerminal("the default answer is no, and only a yes deletes", async () => {
  await using at = await machine();
  await initRepository(at.config);
  const env = { SVC_REPO_DIR: at.config };
  const plain = (argv: string[]) =>
    new Deno.Command(LAUNCHER, { args: argv, env: { ...env, HOME: at.config } }).output();
  assert.ok((await plain(["behavior", "create", "command/shell", "sh"])).success);
  const answer = async (keys: string) => {
    await using terminal = at.svc(["behavior", "delete", "sh"], env);
    await terminal.shows(/Delete sh\?/);
    await terminal.type(keys);
    return await terminal.ended();
  };
  const no = await answer("\r");
  assert.equal(no.code, 1);
  assert.match(no.screen, /Cancelled: nothing was changed/);
  assert.ok((await plain(["behavior", "get", "sh"])).success);
  const left = await answer("\x03");
  assert.equal(left.code, 130, left.screen);
  assert.match(left.screen, /Cancelled: nothing was changed/);
  assert.ok((await plain(["behavior", "get", "sh"])).success);
  const yes = await answer("y");
  assert.equal(yes.code, 0, yes.screen);
  assert.match(yes.screen, /Deleted sh \(command\/shell\)\./);
  assert.ok(!(await plain(["behavior", "get", "sh"])).success);
});

onAPseudoTerminal(
  "what own sources ask for is shown with ticks and asked once; one that is left out stops nothing",
  async () => {
    await using at = await machine();
    await initRepository(at.config);
    await writeExtension(`${at.config}/extensions/greeter`, {
      manifest: "permissions:\n  net: [api.example.com]\n",
    });
    const run = async (keys?: string) => {
      await using terminal = at.svc(
        ["behavior", "run", "@acme/greeter", "greet", "hello", "--input", "name=Ada"],
        { ...surroundings(), SVC_REPO_DIR: at.config },
      );
      if (keys !== undefined) {
        await terminal.shows(
          /requests:\s+net api\.example\.com[\s\S]*Grant these permissions permanently in this/,
        );
        await terminal.type(keys);
      }
      return await terminal.ended();
    };
    const none = await run("\x03");
    assert.equal(none.code, 130, none.screen);
    assert.doesNotMatch(none.screen, /Running greet/);
    const without = await run(" \r");
    assert.equal(without.code, 0, without.screen);
    assert.match(without.screen, /Not granted: net:api\.example\.com\./);
    const again = await run();
    assert.equal(again.code, 0, again.screen);
    assert.doesNotMatch(again.screen, /Grant/);
  },
);

for (const [TERM, keys] of [["xterm", " \r"], ["dumb", "4\r2\r"]] as const) {
  const what =
    "the lines of a pull have ticks, all but the wide ones, and one left out stops nothing";
  onAPseudoTerminal(`${what}: ${TERM}`, async () => {
    await using at = await published({
      manifest: "permissions:\n  net: [a.example, b.example]\n  run: [git]\n",
    });
    await using terminal = onTerminal(LAUNCHER, ["extension", "pull", "@acme/greeter"], {
      ...surroundings(),
      XDG_CONFIG_HOME: at.repo,
      HOME: at.repo,
      SVC_CLUB_URL: at.on.url,
      SVC_REPO_DIR: at.repo,
      TERM,
    });
    await terminal.shows(/Grant these permissions when its methods run/);
    await terminal.type(keys);
    const { code, screen } = await terminal.ended();
    assert.equal(code, 0, screen);
    assert.match(screen, /Not granted: net:a\.example, run:git\./);
    const { stdout } = await at.reader(["extension", "permissions", "--json"]);
    const [{ permissions }] = JSON.parse(stdout).extensions;
    assert.deepEqual(
      permissions.map(({ permission, state }: Record<string, string>) => [permission, state]),
      [["net:a.example", "refused"], ["net:b.example", "granted"], ["run:git", "refused"]],
    );
  });
}

/** A repository whose type \`@acme/reader\` reads two folders that nobody granted, and says how far it came. */
async function deniedDesk() {
  const at = await machine();
  await initRepository(at.config);
  await Deno.mkdir(`${at.config}/extensions/models`, { recursive: true });
  await Deno.mkdir(`${at.config}/notes`);
  await Deno.writeTextFile(`${at.config}/notes/a`, "found");
  await Deno.writeTextFile(
    `${at.config}/extensions/models/reader.ts`,
    `${SMALL_ZOD}
const folder = ["no", "tes"].join("");
export const model = {
  type: "@acme/reader",
  version: "2026.11.21.1",
  methods: {
    read: {
      description: "Reads",
      arguments: z.object({}),
      execute: async (_: unknown, context: any) => {
        context.logger.info("begins");
        context.logger.info(await Deno.readTextFile(context.repoDir + "/" + folder + "/a"));
      },
    },
  },
};
`,
  );
  const run = async (keys?: string) => {
    await using terminal = at.svc(["behavior", "run", "@acme/reader", "read", "r"], {
      ...surroundings(),
      SVC_REPO_DIR: at.config,
    });
    if (keys !== undefined) {
      await terminal.shows(
        /read notes\/a[\s\S]*starts again from the beginning[\s\S]*Grant this\?/,
      );
      await terminal.type(keys);
    }
    return await terminal.ended();
  };
  return { ...at, run, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

const UP = "\x1b[A";

onAPseudoTerminal(
  "what a run was refused is shown and asked, and the default answer is no",
  async () => {
    await using at = await deniedDesk();
    const { code, screen } = await at.run("\r");
    assert.equal(code, 1, screen);
    assert.match(screen, /svc extension grant @acme\/reader read:notes\/a/);
    assert.doesNotMatch(screen, /\| found/);
  },
);

onAPseudoTerminal(
  "granted for a run, the method starts again, and the next run is asked again",
  async () => {
    await using at = await deniedDesk();
    const once = await at.run(`${UP}${UP}\r`);
    assert.equal(once.code, 0, once.screen);
    assert.match(once.screen, /begins[\s\S]*begins[\s\S]*\| found/);
    const again = await at.run("\x03");
    assert.equal(again.code, 130, again.screen);
  },
);

onAPseudoTerminal("granted permanently, the next run is asked nothing", async () => {
  await using at = await deniedDesk();
  const granted = await at.run(`${UP}\r`);
  assert.equal(granted.code, 0, granted.screen);
  assert.match(granted.screen, /Granted read:notes\/a to @acme\/reader\./);
  const again = await at.run();
  assert.equal(again.code, 0, again.screen);
  assert.match(again.screen, /\| found/);
});

onAPseudoTerminal(
  "creating a behavior shows what its type needs and asks once; a no waits for the run",
  async () => {
    await using at = await deniedDesk();
    const model = `${at.config}/extensions/models/reader.ts`;
    const text = await Deno.readTextFile(model);
    await Deno.writeTextFile(model, text.replace('["no", "tes"].join("")', '"notes"'));
    const create = async (name: string, keys?: string) => {
      await using terminal = at.svc(["behavior", "create", "@acme/reader", name], {
        ...surroundings(),
        SVC_REPO_DIR: at.config,
      });
      if (keys !== undefined) {
        await terminal.shows(/requests:\s+read notes\/a +models\/reader\.ts:\d+[\s\S]*Grant these/);
        await terminal.type(keys);
      }
      return await terminal.ended();
    };
    const no = await create("a", "\r");
    assert.equal(no.code, 0, no.screen);
    assert.match(no.screen, /Created: a/);
    const yes = await create("b", `${UP}\r`);
    assert.equal(yes.code, 0, yes.screen);
    const again = await create("c");
    assert.doesNotMatch(again.screen, /asks for/);
    const run = await at.run();
    assert.equal(run.code, 0, run.screen);
  },
);

onAPseudoTerminal("in JSON nothing is requested, on a terminal neither", async () => {
  await using at = await machine();
  await using terminal = at.svc(["extension", "yank", "@a/b", "--reason", "x", "--json"]);
  const { code, screen } = await terminal.ended();
  assert.equal(code, 2);
  assert.match(screen, /"code": "usage"/);
  assert.match(screen, /--yes/);
});

onAPseudoTerminal(
  "colour is on a terminal only, and off with NO_COLOR, --no-color and a dumb one",
  async () => {
    await using at = await machine();
    const coloured = async (argv: string[], env: Record<string, string> = {}) => {
      await using terminal = at.svc(argv, env);
      const { screen } = await terminal.ended();
      assert.match(screen, /Usage:/);
      // deno-lint-ignore no-control-regex
      return /\x1b\[\d+m/.test(screen);
    };
    assert.ok(await coloured(["--help"]));
    assert.ok(!await coloured(["--help"], { NO_COLOR: "1" }));
    assert.ok(!await coloured(["--help", "--no-color"]));
    assert.ok(!await coloured(["--help"], { TERM: "dumb" }));
    const piped = await new Deno.Command(LAUNCHER, { args: ["--help"] }).output();
    assert.ok(!piped.stdout.includes(0x1b));
  },
);
