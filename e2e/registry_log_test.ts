import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { createCollective, signUp } from "./process/account.ts";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { startServer } from "./process/server.ts";
import { createPerson, type Person } from "./process/svc.ts";

const NAME = "@acme/greeting";
const version = (n: number) => `2026.11.21.${n}`;

/** The lockfile's entry of the extension. */
async function locked({ work }: Person) {
  return JSON.parse(await Deno.readTextFile(`${work}/upstream_extensions.json`))[NAME];
}

/** The code of a refusal, with its hint. */
function refused({ code, stderr }: { code: number; stderr: string }): {
  code: string;
  error: string;
  hint: string;
} {
  assert.equal(code, 1, stderr);
  return JSON.parse(stderr);
}

async function copy(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  assert.ok(success);
}

Deno.test("a registry with a log: pushed, pulled, and refused when its history is another one", async (test) => {
  const step = inOrder(test);
  await using stack = new AsyncDisposableStack();
  const outside = stack.use(startOutside());
  const keys = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(keys, { recursive: true }));
  await Deno.writeFile(`${keys}/log.key`, crypto.getRandomValues(new Uint8Array(32)), {
    mode: 0o600,
  });
  const env = { ...outside.env, SVC_LOG_KEY: `${keys}/log.key` };
  const server = stack.use(await startServer({ env }));
  const account = await signUp(server.url, "ada");
  await createCollective(server.url, account, "acme");
  const ada = stack.use(await createPerson(server.url, outside.env));
  const bob = stack.use(await createPerson(server.url, outside.env));
  await ada.ok(["auth", "login", "--username", "ada"], { stdin: `${account.password}\n` });
  await bob.ok(["init"]);

  let writes = 0;
  const push = async (n: number) => {
    const manifest = await writeGreeting(`${ada.work}/${++writes}`, NAME, version(n));
    const line = ["extension", "push", manifest, "--no-check", "--yes", "--json"];
    return JSON.parse(await ada.ok(line));
  };
  const pull = (who: Person, ...more: string[]) =>
    who.svc(["extension", "pull", NAME, "--json", ...more]);

  await step("a push tells its place, a pull on a fresh machine finds it there", async () => {
    const pushed = await push(1);
    assert.ok(Number.isSafeInteger(pushed.logIndex), JSON.stringify(pushed));
    const { code, stderr } = await pull(bob);
    assert.equal(code, 0, stderr);
    const { log } = await locked(bob);
    assert.equal(log.index, pushed.logIndex);
    assert.equal(log.origin, `${new URL(server.url).host}/log`);
  });

  await step("everybody sees the whole log as its head says, and the head is kept", async () => {
    const { checked } = JSON.parse(await bob.ok(["trust", "log", "--full", "--json"]));
    const { events, to } = JSON.parse(
      await bob.ok(["trust", "monitor", "--names", "@acme/*", "--json"]),
    );
    assert.equal(checked, to);
    assert.ok(
      events.some((one: { said: { kind: string; version: string } }) =>
        one.said.kind === "published" && one.said.version === version(1)
      ),
      JSON.stringify(events),
    );
    assert.match(await ada.ok(["trust", "log"]), new RegExp(`${to} entries`));
  });

  await step(
    "a promoted version is known in each of its channels, also on a new machine",
    async () => {
      const line = ["--channel", "beta", "--no-check", "--yes", "--json"];
      const name = "@acme/promoted";
      const manifest = await writeGreeting(`${ada.work}/promoted`, name, version(1));
      await ada.ok(["extension", "push", manifest, ...line]);
      await bob.ok(["extension", "pull", name, "--channel", "beta"]);
      await ada.ok(["extension", "promote", `${name}@${version(1)}`, "--channel", "stable"]);
      const dan = stack.use(await createPerson(server.url, outside.env));
      await dan.ok(["init"]);
      await dan.ok(["extension", "pull", name]);
      await Deno.remove(`${bob.work}/.svc`, { recursive: true });
      await bob.ok(["extension", "install"]);
    },
  );

  await step(
    "what is private is hidden from strangers, and checked by members all the same",
    async () => {
      const made = await fetch(`${server.url}/api/v1/collectives/create`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: server.url,
          cookie: account.cookie,
        },
        body: JSON.stringify({ slug: "hidden", private: true }),
      });
      assert.ok(made.ok, await made.text());
      const name = "@hidden/greeting";
      const manifest = await writeGreeting(`${ada.work}/hidden`, name, version(1));
      const pushed = JSON.parse(
        await ada.ok(["extension", "push", manifest, "--no-check", "--yes", "--json"]),
      );
      assert.ok(Number.isSafeInteger(pushed.logIndex), JSON.stringify(pushed));
      await ada.ok(["init"]);
      await ada.ok(["extension", "pull", name]);
      const lockfile = JSON.parse(await Deno.readTextFile(`${ada.work}/upstream_extensions.json`));
      assert.equal(lockfile[name].log.index, pushed.logIndex);
      const seen = await bob.ok(["trust", "monitor", "--json"]);
      assert.ok(!seen.includes("hidden"), seen);
      assert.match(seen, /"sealed"/);
      const own = JSON.parse(await ada.ok(["trust", "monitor", "--names", name, "--json"]));
      assert.deepEqual(
        own.events.map((
          one: { said: { kind: string; subject: string }; sealed: boolean },
        ) => [one.said.kind, one.said.subject, one.sealed]),
        [["published", name, true]],
      );
    },
  );

  // An older copy of everything that the registry has, its notes beside the archives included.
  await server.stop();
  await copy(server.data, `${keys}/data`);
  await server.restart();

  await step("a restart with the same data goes on: what is new is taken", async () => {
    await push(2);
    const { code, stderr } = await pull(bob);
    assert.equal(code, 0, stderr);
    assert.equal((await locked(bob)).version, version(2));
  });

  await step(
    "after a start from the older copy nothing is installed: entries are gone",
    async () => {
      await server.stop();
      await Deno.remove(server.data, { recursive: true });
      await copy(`${keys}/data`, server.data);
      await server.restart();
      const { code, error, hint } = refused(await pull(bob, "--force"));
      assert.equal(code, "log_inconsistent");
      assert.match(error, /had \d+ when you saw it$/);
      const path = /Both heads are in (\S+)\. /.exec(hint)![1]!;
      assert.match(await Deno.readTextFile(path), /== seen before ==[^]*== shown now ==/);
      assert.equal((await locked(bob)).version, version(2));
    },
  );

  await step(
    "nor when it went on from there, further than it was, into another history",
    async () => {
      // Somebody new believes it, as nothing tells them otherwise.
      const eve = stack.use(await createPerson(server.url, outside.env));
      await eve.ok(["init"]);
      // Ada saw the longer log, so that her own client stops her.
      await Deno.remove(`${ada.home}/.config/svc/logs.json`);
      for (const n of [3, 4, 5]) await push(n);
      const { code, stderr } = await pull(eve);
      assert.equal(code, 0, stderr);
      const refusal = refused(await pull(bob));
      assert.equal(refusal.code, "log_inconsistent");
      assert.match(refusal.error, /is not the one that you saw: its first \d+ entries changed$/);
      assert.equal((await locked(bob)).version, version(2));
      assert.equal(
        refused(await bob.svc(["trust", "monitor", "--json"])).code,
        "log_inconsistent",
      );
      // A new machine that has bob's lockfile finds it out as well.
      const carl = stack.use(await createPerson(server.url, outside.env));
      await carl.ok(["init"]);
      await Deno.copyFile(
        `${bob.work}/upstream_extensions.json`,
        `${carl.work}/upstream_extensions.json`,
      );
      const { code: failed, stdout } = await carl.svc(["extension", "install"]);
      assert.equal(failed, 1, stdout);
    },
  );

  await step("a registry that gave up its log is refused until the person forgets it", async () => {
    await server.stop();
    await using without = await startServer({ env: outside.env });
    const at = { env: { SVC_CLUB_URL: without.url } };
    assert.match(await bob.ok(["trust", "log"], at), /No log|entries/);
    const kept = `${bob.home}/.config/svc/logs.json`;
    await Deno.writeTextFile(
      kept,
      (await Deno.readTextFile(kept)).replaceAll(server.url, without.url),
    );
    assert.equal(
      refused(await bob.svc(["trust", "monitor", "--json"], at)).code,
      "log_inconsistent",
    );
    await bob.ok(["trust", "log", "--forget"], at);
    assert.equal(refused(await bob.svc(["trust", "monitor", "--json"], at)).code, "log_disabled");
  });
});
