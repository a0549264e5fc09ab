import { deepEqual, equal, match } from "node:assert/strict";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { untilGone } from "../packages/runtime/testing/process.ts";
import { knowingRegistry, operator } from "./process/serve_process.ts";
import { startServing } from "./process/serving.ts";

/** Leaves a mark and its process, and goes on until a file is there. */
const HELD = (name: string) =>
  `echo x >> marks-${name}; echo $$ > pid-${name}; echo begun; ` +
  `while ! test -e go; do sleep 0.05; done; echo done`;

Deno.test("a server that is killed leaves nothing in progress; the next one runs what was queued, once, and streams go on", async () => {
  await using registry = knowingRegistry();
  await using person = await operator(registry);
  const names = ["a", "b", "c", "d"];
  for (const name of names) await person.ok(["behavior", "create", "command/shell", name]);
  const token = (await person.ok(["serve", "token", "create", "ci", "--allow", "*"])).trim();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (url: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return await (await fetch(`${url}/api/v1${path}`, { headers, ...init })).json();
  };

  const killed = await startServing(person, ["--max-runs", "2"]);
  const ids: string[] = [];
  for (const name of names) {
    const inputs = { run: HELD(name) };
    const run = await ask(killed.url, `/behaviors/${name}/methods/execute/runs`, { inputs });
    ids.push(run.id);
  }
  // Cut off in the middle by the kill, as all that is open.
  const followed = await Promise.all(
    ids.slice(0, 3).map(async (id, index) => {
      const messages: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (message) => messages.push(message) });
      const response = await fetch(`${killed.url}/api/v1/runs/${id}/events`, { headers });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      const begun = index < 2 ? "begun" : "queued";
      while (!messages.some(({ data }) => data.includes(begun))) {
        parser.feed((await reader.read()).value!);
      }
      return { messages, reader };
    }),
  );
  const pids = await Promise.all(
    ["a", "b"].map(async (name) => Number(await Deno.readTextFile(`${person.work}/pid-${name}`))),
  );
  Deno.kill(killed.pid, "SIGKILL");
  await killed.stop().catch(() => {});
  for (const { reader } of followed) await reader.read().catch(() => {});
  for (const pid of pids) await untilGone(pid);

  await Deno.writeTextFile(`${person.work}/go`, "");
  await using server = await startServing(person, ["--max-runs", "2"]);
  for (const [index, id] of ids.entries()) {
    const run = await ask(server.url, `/runs/${id}?wait=60`);
    equal(run.status, index < 2 ? "interrupted" : "succeeded", JSON.stringify(run.error));
    equal(await Deno.readTextFile(`${person.work}/marks-${names[index]}`), "x\n");
  }
  for (const [index, { messages }] of followed.entries()) {
    const last = messages.at(-1)!.id!;
    const rest = await fetch(`${server.url}/api/v1/runs/${ids[index]}/events`, {
      headers: { ...headers, "last-event-id": last },
    });
    const parser = createParser({ onEvent: (message) => messages.push(message) });
    parser.feed(await rest.text());
    deepEqual(messages.map(({ id }) => Number(id)), messages.map((_, index) => index + 1));
    equal(messages.at(-1)!.event, "ended");
  }
  const { runs } = await ask(server.url, "/runs");
  deepEqual(runs.map(({ id }: { id: string }) => id), ids.toReversed());
  match(runs.at(-1).error.error, /its log: \.svc\/outputs\/command\/shell\/execute\//);

  // The built client has what its pages load.
  const sent = { authorization: headers.authorization, origin: server.url };
  const post = (fields: Record<string, string>) =>
    fetch(`${server.url}/behaviors/a/methods/execute`, {
      method: "POST",
      redirect: "manual",
      headers: sent,
      body: new URLSearchParams(fields),
    });
  const wrong = await post({ "input:run": "true", "input:env": "[" });
  match(await wrong.text(), /Nothing was run[^]*Line 1: /);
  const started = await post({ "input:run": "echo from a form" });
  equal(started.status, 303, await started.text());
  const location = started.headers.get("location")!;
  await ask(server.url, `${location}?wait=60`);
  const read = async (path: string) =>
    await (await fetch(server.url + path, { headers: sent })).text();
  const page = await read(location);
  match(page, /<dd>echo from a form<\/dd>/);
  match(page, /<dt>Checks<\/dt>\s*<dd>none<\/dd>/);
  const form = await read("/behaviors/a/methods/execute");
  match(form, /<form[^>]*method="post"[^]*name="input:run"/);
  const [, once] = /name="once" value="([^"]+)"/.exec(page)!;
  const again = async () => {
    const sentAgain = await fetch(`${server.url}${location}/retry`, {
      method: "POST",
      redirect: "manual",
      headers: sent,
      body: new URLSearchParams({ once: once! }),
    });
    equal(sentAgain.status, 303, await sentAgain.text());
    return sentAgain.headers.get("location")!;
  };
  const retried = await again();
  equal(await again(), retried, "a form that is sent twice starts one run");
  const repeated = await ask(server.url, `${retried}?wait=60`);
  deepEqual([repeated.status, repeated.inputs], ["succeeded", { run: "echo from a form" }]);
  deepEqual(repeated.checks, []);
  match(await read(`${location}/log`), /from a form/);
  const [changes] = /\/behaviors\/a\/data\/[^"]+\/changes[^"]+/.exec(page)!;
  match(await read(changes), /<ins>\+/);
  match(await read("/"), /<h2[^>]*>Fails</);
  match(await read("/behaviors"), /<h2>behaviors\/[^]*href="\/behaviors\/a"/);
  match(await read("/runs?behavior=a&since=1h"), /<svg[^]*<title/);
  match(await read("/schedules"), /no schedules that you may see/);
  match(await read("/webhooks"), /no webhooks that you may see/);
});
