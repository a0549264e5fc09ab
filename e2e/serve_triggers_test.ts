import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { githubSignature } from "../packages/serve/testing/deliveries.ts";
import { knowingRegistry, operator } from "./process/serve_process.ts";
import { startServing } from "./process/serving.ts";

/** A person with the behavior `deploy`, and a token that sees everything. */
async function deployer() {
  const stack = new AsyncDisposableStack();
  const person = stack.use(await operator(stack.use(knowingRegistry())));
  const token = (await person.ok(["serve", "token", "create", "eye", "--read", "*"])).trim();
  return {
    person,
    token,
    async ask(url: string, path: string) {
      const headers = { authorization: `Bearer ${token}` };
      return await (await fetch(`${url}/api/v1${path}`, { headers })).json();
    },
    marks: () => Deno.readTextFile(`${person.work}/marks`).catch(() => ""),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a signed delivery runs a method; what it brings stays text, and it runs once, over kill -9", async () => {
  await using all = await deployer();
  const { person, ask, marks, token } = all;
  const killed = await startServing(person);
  // While the server runs, by another process.
  const { secret } = JSON.parse(
    await person.ok(
      ["webhook", "add", "push", "deploy", "execute", "--scheme", "github", "--json"].concat(
        ["--map", "run='echo x >> marks; cat <<\"END\"\\n' + body.text + '\\nEND'"],
        ["--if", "headers['x-github-event'] == 'push'"],
      ),
    ),
  );
  const text = "${{ env.HOME }} ${{ vault.get('prod', 'KEY') }} vault://prod/KEY";
  const body = JSON.stringify({ text });
  const deliver = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/hooks/push`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": "push",
        ...githubSignature(body, secret),
        ...headers,
      },
    });
    return { status: response.status, ...await response.json() };
  };
  const forged = await deliver(killed.url, { "x-hub-signature-256": "sha256=00" });
  assert.deepEqual([forged.status, forged.code], [401, "not_authenticated"]);
  const first = await deliver(killed.url);
  assert.equal(first.status, 202, JSON.stringify(first));
  const ended = await ask(killed.url, `/runs/${first.run}?wait=60`);
  assert.equal(ended.status, "succeeded", JSON.stringify(ended.error));
  assert.equal(ended.initiatedBy, "webhook:push");
  assert.ok(JSON.stringify(ended.result).includes(JSON.stringify(text).slice(1, -1)));
  Deno.kill(killed.pid, "SIGKILL");
  await killed.stop().catch(() => {});

  await using server = await startServing(person);
  assert.deepEqual(await deliver(server.url), { status: 200, run: first.run });
  const { runs } = await ask(server.url, "/runs");
  assert.equal(runs.length, 1);
  assert.equal(await marks(), "x\n");
  const shown = await person.ok(["webhook", "list"]);
  assert.match(shown, new RegExp(`run ${first.run}`));
  assert.ok(!shown.includes(secret));
  await deliver(server.url, { "x-hub-signature-256": "sha256=00" });
  const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: token };
  const deliveries = await person.ok(["webhook", "deliveries", "push"], { cwd: person.home, env });
  const [, refused, started] = deliveries.trim().split("\n");
  assert.match(refused!, / refused +The signature does not fit the secret$/);
  assert.match(started!, new RegExp(` started +${first.run}$`));
});

Deno.test("a schedule is paused, run and resumed from another machine as where its repository is", async () => {
  await using all = await deployer();
  const { person, marks } = all;
  const token = (await person.ok(["serve", "token", "create", "hand", "--allow", "*"])).trim();
  await person.ok(
    ["schedule", "add", "yearly", "deploy", "execute", "--cron", "@yearly"].concat(
      ["--input", "run=echo x >> marks"],
    ),
  );
  await using server = await startServing(person);
  const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: token };
  const there = (command: string) =>
    person.ok(["schedule", command, "yearly"], { cwd: person.home, env });
  assert.equal(
    await there("pause"),
    "Paused the schedule 'yearly'. Go on with it: svc schedule resume yearly\n",
  );
  assert.match(await person.ok(["schedule", "list"]), / paused by token:hand /);
  assert.match(await there("run"), /^deploy execute succeeded in /);
  assert.equal(await marks(), "x\n");
  assert.match(await person.ok(["schedule", "run", "yearly"]), /^deploy execute succeeded in /);
  assert.equal(await marks(), "x\nx\n");
  assert.match(
    await person.ok(["schedule", "resume", "yearly"]),
    /^Resumed .* Next: \w{3} \d{4}-01-01/,
  );
  const list = await person.ok(["schedule", "list"], { cwd: person.home, env });
  assert.match(list, /01-01 00:00 UTC +succeeded/);
});

Deno.test("a schedule of another process fires; times of a dead server are caught up by one run, once", async () => {
  await using all = await deployer();
  const { person, ask, marks, token } = all;
  const add = (name: string, ...more: string[]) =>
    person.ok(
      ["schedule", "add", name, "deploy", "execute", "--cron", "* * * * *"].concat(
        ["--input", "run=echo x >> marks", ...more],
      ),
    );
  const killed = await startServing(person);
  await add("each", "--catch-up");
  // As if the server had been away since then: a minute is too long for a test.
  await beforehand(person.home, 10);
  const fired = await until(async () => (await schedules(killed.url))[0]!.lastRun);
  Deno.kill(killed.pid, "SIGKILL");
  await killed.stop().catch(() => {});
  assert.equal((await listed())[0]!.lastRun!.id, fired.id);

  await using server = await startServing(person);
  await until(async () => {
    const { status } = await ask(server.url, `/runs/${fired.id}?wait=60`);
    return ["succeeded", "interrupted"].includes(status) ? status : undefined;
  });
  const [each] = await schedules(server.url);
  assert.ok(each!.missed!.count >= 9, JSON.stringify(each));
  // A minute may have begun meanwhile, or begin before the runs are listed; each time has one run.
  const marked = (await marks()).length;
  const { runs } = await ask(server.url, "/runs");
  const times = new Set(runs.map(({ id }: { id: string }) => id)).size;
  assert.ok(marked <= 2 * times);
  assert.equal(runs.at(-1).initiatedBy, "schedule:each");
  const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: token };
  const remote = await person.ok(["schedule", "list"], { cwd: person.home, env });
  assert.match(remote, /^NAME .*\neach +deploy:execute +\* \* \* \* \* UTC .*\n {2}missed: /);
  await person.ok(["schedule", "rm", "each"]);
  assert.deepEqual(await schedules(server.url), []);

  interface Shown {
    lastRun: { id: string } | null;
    missed: { count: number } | null;
  }
  async function schedules(url: string): Promise<Shown[]> {
    return (await ask(url, "/schedules")).schedules;
  }
  async function listed(): Promise<Shown[]> {
    return JSON.parse(await person.ok(["schedule", "list", "--json"])).schedules;
  }
});

/** Makes the last decided time of all schedules earlier. */
async function beforehand(home: string, minutes: number): Promise<void> {
  const repositories = `${home}/.config/svc/repositories`;
  for await (const { name } of Deno.readDir(repositories)) {
    const database = new DatabaseSync(`${repositories}/${name}/serve/state.db`, { timeout: 5000 });
    database.prepare("UPDATE schedule SET decided_until = decided_until - ?").run(minutes * 60_000);
    database.close();
  }
}

async function until<T>(look: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
