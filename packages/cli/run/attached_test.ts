import assert from "node:assert/strict";
import { revokeToken } from "@svc/serve/tokens";
import { openServeState } from "@svc/serve/open";
import { manifestText, withSmallZod } from "../../runtime/testing/extension.ts";
import { cuttingProxy } from "../testing/cutting_proxy.ts";
import { temporaryConfig } from "../testing/host.ts";
import { type Served, served } from "../testing/served.ts";
import { strangeServer } from "../testing/strange_server.ts";

/** Logs lines; then ends, or waits until it is stopped. */
const MODEL = withSmallZod(`import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  resources: {},
  methods: {
    count: {
      description: "Counts",
      arguments: z.object({ to: z.number().int(), stay: z.boolean().optional() }),
      execute: async (args, context) => {
        for (let line = 1; line <= args.to; line++) {
          context.logger.info("line " + line);
          await new Promise((done) => setTimeout(done, 20));
        }
        if (args.stay) await new Promise((_, stop) => context.signal.addEventListener("abort", stop));
        return { dataHandles: [] };
      },
    },
  },
};
`);

async function world(): Promise<Served> {
  const at = await served({
    "extensions/greeter/manifest.yaml": manifestText(),
    "extensions/greeter/greeter.ts": MODEL,
  });
  const done = await at.here(["behavior", "create", "@acme/greeter", "hello"]);
  assert.equal(done.exit, 0, done.stderr);
  return at;
}

const count = (to: number, more: string[] = []) => [
  ...["behavior", "run", "hello", "count", "--input", `to=${to}`],
  ...more,
];

const STAY = count(2, ["--input", "stay=true"]);

/** The client as a process of its own, which asks `url`. */
async function client(at: Served, argv: readonly string[], url = at.url) {
  const config = await temporaryConfig();
  const token = await at.token();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${import.meta.dirname}/../main.ts`, ...argv],
    env: {
      ...{ XDG_CONFIG_HOME: config.path, SVC_SERVE_URL: url, SVC_SERVER_TOKEN: token },
      NO_COLOR: "1",
    },
    cwd: config.path,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stderr = "";
  const waiting = new Set<() => void>();
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      for (const look of waiting) look();
    }
  })();
  return {
    child,
    token,
    stderr: () => stderr,
    /** Waits until something stands in stderr. */
    until: (text: string) =>
      new Promise<void>((done) => {
        const look = () => stderr.includes(text) && (waiting.delete(look), done());
        waiting.add(look);
        look();
      }),
    async ended() {
      const [{ code, signal }, stdout] = await Promise.all([
        child.status,
        new Response(child.stdout).text(),
        reading,
      ]);
      await config[Symbol.asyncDispose]();
      return { code, signal, stdout, stderr };
    },
  };
}

/** The runs of the server. */
async function runsOf(at: Served): Promise<{ id: string; status: string }[]> {
  return JSON.parse((await at.there(["run", "list", "--json"])).stdout).runs;
}

Deno.test("the first Ctrl-C cancels the run there and waits for its end", async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    await using at = await world();
    const run = await client(at, STAY);
    await run.until("| line 2");
    run.child.kill(signal);
    const { code, stderr } = await run.ended();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /Cancelling the run; interrupt again to stop waiting\.\nerror: .*cancelled/i,
    );
    assert.deepEqual((await runsOf(at)).map(({ status }) => status), ["cancelled"]);
  }
});

Deno.test("the second Ctrl-C leaves with 130 and says how to follow the run", async () => {
  await using at = await world();
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const event = { kind: "output", level: "info", text: "line 1" };
  const text = `data: ${JSON.stringify({ seq: 1, at: "", event })}\n\n`;
  // A server that tells one line and then nothing, and does not answer when it is to cancel.
  await using server = strangeServer(({ url }) => {
    if (url.endsWith("/cancel")) return new Promise<Response>(() => {});
    if (!url.endsWith("/events")) return Response.json({ id });
    const body = new ReadableStream({
      start: (part) => part.enqueue(new TextEncoder().encode(text)),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const run = await client(at, STAY, server.url);
  await run.until("| line 1");
  run.child.kill("SIGINT");
  await run.until("interrupt again to stop waiting");
  run.child.kill("SIGINT");
  const { code, stderr } = await run.ended();
  assert.equal(code, 130);
  const told = `The run goes on: svc run watch ${id} --server ${server.url}\n`;
  assert.ok(stderr.endsWith(told), stderr);
});

Deno.test("a Ctrl-C before the server has answered cancels the run that it then names", async () => {
  await using at = await world();
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const cancelled = Promise.withResolvers<void>();
  const error = { error: "Cancelled by token:ci", code: "cancelled" };
  await using server = strangeServer(async ({ method, url }) => {
    if (url.endsWith("/cancel")) {
      cancelled.resolve();
      return Response.json({ id });
    }
    if (url.endsWith("/events")) {
      await cancelled.promise;
      const data = { seq: 1, at: "", event: { kind: "ended", status: "cancelled" } };
      const headers = { "content-type": "text/event-stream" };
      return new Response(`data: ${JSON.stringify(data)}\n\n`, { headers });
    }
    if (method === "GET") return Response.json({ id, status: "cancelled", result: null, error });
    asked.resolve();
    return await answer.promise;
  });
  const run = await client(at, STAY, server.url);
  await asked.promise;
  run.child.kill("SIGINT");
  await run.until("interrupt again to stop waiting");
  answer.resolve(Response.json({ id }));
  const { code, stderr } = await run.ended();
  assert.equal(code, 1);
  assert.ok(stderr.endsWith("error: Cancelled by token:ci\n"), stderr);
  assert.ok(server.lines.includes(`POST /api/v1/runs/${id}/cancel`));
});

Deno.test("a terminal that goes away leaves the run alone", async () => {
  await using at = await world();
  const run = await client(at, STAY);
  await run.until("| line 2");
  run.child.kill("SIGHUP");
  assert.equal((await run.ended()).signal, "SIGHUP");
  const { id, status } = (await runsOf(at))[0]!;
  assert.equal(status, "running");
  const cancelled = await at.there(["run", "cancel", id]);
  assert.equal(cancelled.stdout, `Cancelled the run ${id}.\n`);
  const watched = await at.there(["run", "watch", id]);
  assert.equal(watched.exit, 1);
  assert.match(
    watched.stderr,
    /^Running count of hello .*\n\| line 1\n\| line 2\nerror: .*cancelled/i,
  );
});

Deno.test("a run that waits for another one says for which, and is exit 75 when its time is over", async () => {
  await using at = await world();
  const first = await client(at, STAY);
  await first.until("| line 2");
  const [{ id } = { id: "" }] = await runsOf(at);
  const late = await at.there(count(1), { env: { SVC_LOCK_TIMEOUT_MS: "100" } });
  assert.equal(late.exit, 75, late.stderr);
  const held = new RegExp(
    `^Waiting: hello is in use by run ${id} of token:t\\d, in progress since .*\n`,
  );
  assert.match(late.stderr, held);
  const second = await client(at, count(1));
  await second.until("Waiting: hello is in use");
  assert.equal((await at.there(["run", "cancel", id])).exit, 0);
  assert.equal((await first.ended()).code, 1);
  const { code, stderr } = await second.ended();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Waiting: .*\nRunning count of hello/);
});

Deno.test("connections that break amid the stream lose nothing and repeat nothing", async () => {
  await using at = await world();
  const cutAt = ["line 3", "line 6"];
  await using proxy = cuttingProxy(at.url, (sent) => {
    if (cutAt.length === 0 || !sent.includes(cutAt[0]!)) return false;
    cutAt.shift();
    return true;
  });
  const { code, stdout, stderr } = await (await client(at, count(9), proxy.url)).ended();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^hello count succeeded in \d+ ms\n$/);
  const lines = stderr.split("\n").filter((line) => line.startsWith("| "));
  assert.deepEqual(lines, Array.from({ length: 9 }, (_, index) => `| line ${index + 1}`));
  assert.match(stderr, /; trying again\.\n/);
  assert.equal((await runsOf(at)).length, 1);
});

Deno.test("a start whose answer is lost runs once", async () => {
  await using at = await world();
  let lost = 0;
  await using proxy = cuttingProxy(at.url, (sent) => /^HTTP\/1\.1 202/.test(sent) && lost++ === 0);
  const { code, stderr } = await (await client(at, count(1), proxy.url)).ended();
  assert.equal(code, 0, stderr);
  assert.equal(lost > 0, true);
  assert.equal((await runsOf(at)).length, 1);
});

Deno.test("a server that restarts during a run is followed to its outcome", async () => {
  await using at = await world();
  // The server may still say how the run ends: that word is lost once.
  let lost = 0;
  await using proxy = cuttingProxy(
    at.url,
    (sent) => sent.includes("The server stopped") && lost++ === 0,
  );
  const run = await client(at, STAY, proxy.url);
  await run.until("| line 2");
  await at.restart();
  const { code, stderr } = await run.ended();
  assert.equal(code, 1, stderr);
  assert.match(stderr, /; trying again\.\nerror: /);
  assert.deepEqual((await runsOf(at)).map(({ status }) => status), ["interrupted"]);
});

Deno.test("a token that is revoked amid a run ends the following, and not the run", async () => {
  await using at = await world();
  const run = await client(at, STAY);
  await run.until("| line 2");
  using state = await openServeState(at.repository);
  revokeToken(state, run.token.slice(0, run.token.indexOf(".")), "operator", new Date());
  const { code, stderr } = await run.ended();
  assert.equal(code, 4, stderr);
  assert.match(stderr, /hint: .*\n +The run goes on: svc run watch /);
  assert.ok(!stderr.includes(run.token));
  assert.deepEqual((await runsOf(at)).map(({ status }) => status), ["running"]);
});
