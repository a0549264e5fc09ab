import assert from "node:assert/strict";
import { VERSION } from "@svc/core/release";
import { OFFERED_CLIENT_PATH } from "@svc/core/wire";
import { HAS_TERMINAL, onTerminal } from "../packages/cli/testing/terminal.ts";
import { processesOf } from "./process/processes.ts";
import { createPerson, LAUNCHER, type Person } from "./process/svc.ts";

const NEWER = "2099.12.31";
const OFFER = { version: NEWER, sha256: "0".repeat(64), package: `/install/svc-${NEWER}.tgz` };
const NOTICE = `svc ${NEWER} is available, and this is ${VERSION}. To upgrade: svc upgrade`;

const terminal = { ignore: !HAS_TERMINAL };

/** A registry whose answer is `answer`, and what it was asked. */
function startRegistry(answer: (request: Request) => Response | Promise<Response>) {
  const asked: { path: string; method: string; headers: [string, string][] }[] = [];
  const first = Promise.withResolvers<void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push({ path: pathname + search, method: request.method, headers: [...request.headers] });
    first.resolve();
    return answer(request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    first: first.promise,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** What a person at a terminal sees of a command. */
async function sees(person: Person, args: string[], env: Record<string, string> = {}) {
  const start = { ...person.env, CI: "", SVC_NO_UPDATE_NOTICE: "", ...env };
  await using at = onTerminal(LAUNCHER, args, start);
  return await at.ended();
}

const stateFile = (person: Person) => `${person.home}/.local/state/svc/update.json`;

async function state(person: Person): Promise<Record<string, unknown>> {
  return JSON.parse(await Deno.readTextFile(stateFile(person)));
}

/** Waits until the process that looks for a newer client has stored what it found. */
async function found(person: Person): Promise<void> {
  const folder = stateFile(person).replace("/update.json", "");
  using changes = Deno.watchFs(folder);
  if ((await state(person))["found"] !== undefined) return;
  for await (const _ of changes) {
    if ((await state(person))["found"] !== undefined) return;
  }
}

/** Waits until the process that looks for a newer client has ended, whatever it found. */
async function looked(person: Person): Promise<void> {
  while ((await processesOf(person)).some(({ command }) => command.includes("upgrade.look"))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Makes what is stored two days older. */
async function age(person: Person): Promise<void> {
  const stored = await state(person);
  for (const key of ["askedAt", "shownAt"]) {
    if (stored[key] !== undefined) stored[key] = Number(stored[key]) - 2 * 86_400_000;
  }
  await Deno.writeTextFile(stateFile(person), JSON.stringify(stored));
  const before = new Date(Date.now() - 2 * 86_400_000);
  await Deno.utime(stateFile(person), before, before);
}

Deno.test(
  "a newer client is told of once a day, in one line after the output",
  terminal,
  async () => {
    await using registry = startRegistry(() => Response.json(OFFER));
    await using person = await createPerson(registry.url, {
      SVC_API_KEY: "svc_0123456789abcdef0123456789abcdef",
    });
    const before = await sees(person, ["version"]);
    assert.equal(before.screen.trim(), `svc ${VERSION}`);
    await found(person);
    const told = await sees(person, ["version"]);
    assert.match(told.screen, new RegExp(`^svc ${VERSION}\\r\\n${NOTICE} .*\\r\\n$`));
    assert.doesNotMatch((await sees(person, ["version"])).screen, /available/);
    await age(person);
    // A command that fails tells it, too, and fails as it did.
    const failed = await sees(person, ["version", "--nonsense"]);
    assert.equal(failed.code, 2);
    assert.match(failed.screen, new RegExp(NOTICE));
    assert.doesNotMatch((await sees(person, ["version"])).screen, /available/);

    for (const { path, method, headers } of registry.asked) {
      assert.deepEqual([method, path], ["GET", OFFERED_CLIENT_PATH]);
      const told = Object.fromEntries(headers);
      assert.equal(told["user-agent"], `svc-cli/${VERSION}`);
      const usual = ["accept", "accept-encoding", "accept-language", "host", "user-agent"];
      assert.deepEqual(Object.keys(told).filter((name) => !usual.includes(name)), []);
      assert.doesNotMatch(headers.join("\n"), /svc_|version/);
    }
  },
);

Deno.test(
  "no request is sent and nothing stored where nobody would read it, or somebody said no",
  terminal,
  async () => {
    await using registry = startRegistry(() => Response.json(OFFER));
    await using person = await createPerson(registry.url);
    for (const env of [{ CI: "true" }, { SVC_NO_UPDATE_NOTICE: "1" }]) {
      await sees(person, ["version"], env);
    }
    for (const option of ["--json", "--quiet", "-q"]) await sees(person, ["version", option]);
    await person.ok(["version"], { env: { CI: "" } });
    await assert.rejects(Deno.stat(`${person.home}/.local/state`), Deno.errors.NotFound);
    assert.deepEqual(registry.asked, []);
  },
);

Deno.test("a registry that only a repository names is not asked", terminal, async () => {
  await using registry = startRegistry(() => Response.json(OFFER));
  await using person = await createPerson("");
  await Deno.writeTextFile(`${person.work}/.svc.yaml`, `registry: ${registry.url}\n`);
  await sees(person, ["version"], { SVC_REPO_DIR: person.work });
  assert.equal((await state(person))["registry"], "");
  assert.deepEqual(registry.asked, []);
});

Deno.test(
  "a command waits for no answer, and whoever waits for it gives up",
  terminal,
  async () => {
    const gaveUp = Promise.withResolvers<void>();
    await using registry = startRegistry((request) => {
      request.signal.addEventListener("abort", () => gaveUp.resolve());
      return gaveUp.promise.then(() => new Response());
    });
    await using person = await createPerson(registry.url);
    // The registry answers after the command has ended, or never.
    assert.equal((await sees(person, ["version"])).code, 0);
    await registry.first;
    await gaveUp.promise;
    assert.equal((await state(person))["found"], undefined);
  },
);

Deno.test("answers that are no registry's are not told, and harm nothing", terminal, async () => {
  const endless = () => {
    const chunk = new Uint8Array(65536).fill(32);
    return new ReadableStream({ pull: (to) => to.enqueue(chunk) });
  };
  const answers: (() => Response)[] = [
    () => new Response("<html>"),
    () => new Response(endless()),
    () => Response.json({ ...OFFER, version: "2099.1.1\u001b[2J" }),
    () => Response.json({ ...OFFER, version: `2099.1.1${" ".repeat(9000)}` }),
    () => Response.json([OFFER]),
    () => Response.redirect("http://127.0.0.1:1/"),
    () => new Response("", { status: 500 }),
  ];
  for (const [at, answer] of answers.entries()) {
    await using registry = startRegistry(answer);
    await using person = await createPerson(registry.url);
    await sees(person, ["version"]);
    await registry.first;
    await looked(person);
    const { screen } = await sees(person, ["version"]);
    assert.equal(screen.trim(), `svc ${VERSION}`, `answer ${at}`);
  }
});

Deno.test("a folder or file that cannot be used costs the notice alone", terminal, async () => {
  await using registry = startRegistry(() => Response.json(OFFER));
  await using person = await createPerson(registry.url);
  const { code, screen } = await sees(person, ["version"], { XDG_STATE_HOME: "/dev/null" });
  assert.deepEqual([code, screen.trim()], [0, `svc ${VERSION}`]);
  assert.deepEqual(registry.asked, []);
  const folder = stateFile(person).replace("/update.json", "");
  await Deno.mkdir(folder, { recursive: true });
  await new Deno.Command("mkfifo", { args: [stateFile(person)] }).output();
  await Deno.utime(stateFile(person), 0, 0);
  assert.equal((await sees(person, ["version"])).screen.trim(), `svc ${VERSION}`);
  await found(person);
  assert.match((await sees(person, ["version"])).screen, new RegExp(NOTICE));
});
