import assert from "node:assert/strict";
import { type FakeLog, fakeLog, fakeSigner } from "@svc/fakes/log";
import { sortedJson } from "@svc/log/entry";
import type { Leaf } from "@svc/log/leaf";
import { formatVkey, keyOf } from "@svc/log/note";
import { tilePath, tilesOf } from "@svc/log/tiles";
import { leafHash, rootOf } from "@svc/log/tree";
import { svc, temporaryConfig } from "../../testing/host.ts";
import { strangeServer } from "../../testing/strange_server.ts";

const ORIGIN = "registry.acme.com/log";

const published = (subject: string, n: number, checksum = "ab".repeat(32)): Leaf => ({
  v: 1,
  at: "2026-11-23T10:17:05.120Z",
  kind: "published",
  subject,
  version: `2026.11.23.${n}`,
  channel: "stable",
  checksum,
  by: { credential: "personal" },
});

/** A registry with a log, and somebody at a command line. */
async function watching(count: number) {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryConfig());
  const state: {
    log: FakeLog | undefined;
    change?: (path: string, response: Response) => Response | Promise<Response>;
  } = { log: fakeLog(ORIGIN) };
  state.log!.add(Array.from({ length: count }, (_, n) => published("@acme/greeter", n)));
  const server = stack.use(strangeServer(async (request) => {
    const path = new URL(request.url).pathname;
    const answer = await state.log?.answer(request) ?? new Response("{}", { status: 404 });
    return await state.change?.(path, answer) ?? answer;
  }));
  const env: Record<string, string> = {};
  const run = async (...argv: string[]) =>
    await svc(["trust", ...argv], {
      env: { XDG_CONFIG_HOME: path, SVC_CLUB_URL: server.url, ...env },
      cwd: path,
    });
  return {
    state,
    server,
    run,
    env,
    path,
    json: async (...argv: string[]) => {
      const { exit, stdout, stderr } = await run(...argv, "--json");
      return { exit, ...JSON.parse(stdout === "" ? stderr : stdout) };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("the monitor tells everything once, and what is new the next time", async () => {
  await using at = await watching(300);
  const first = await at.json("monitor");
  assert.deepEqual([first.exit, first.from, first.to, first.events.length], [0, 0, 300, 300]);
  assert.equal(first.events[299].index, 299);
  at.state.log!.add([published("@other/tool", 1), published("@acme/greeter", 300)]);
  const { stdout } = await at.run("monitor", "--names", "@acme/*");
  assert.match(
    stdout,
    /^301 2026-11-23T10:17:05\.120Z published @acme\/greeter by=\{"credential":"personal"\} channel=stable .* version=2026\.11\.23\.300\n2 new entries, 302 in all; 1 shown, 0 alarms\.\n$/,
  );
  assert.equal((await at.json("monitor")).events.length, 0);
});

Deno.test("two publications of one version are an alarm, in whatever look they are seen", async () => {
  await using at = await watching(3);
  assert.equal((await at.run("monitor")).exit, 0);
  at.state.log!.add([
    published("@acme/greeter", 1, "cd".repeat(32)),
    published("@acme/greeter", 2),
  ]);
  const { exit, stdout } = await at.run("monitor", "--names", "@other/*");
  assert.equal(exit, 1);
  assert.match(
    stdout,
    /^3 .*ALARM: .*@2026\.11\.23\.1 was published twice, with other contents, first in entry 1$/m,
  );
  assert.match(stdout, /^4 .*ALARM: .*@2026\.11\.23\.2 was published twice, first in entry 2$/m);
  assert.equal((await at.run("monitor")).exit, 0);
});

Deno.test("attack: an entry whose texts are lines says nothing of other versions in a later look", async () => {
  await using at = await watching(3);
  const other = "cd".repeat(32);
  const lines = `y\n1 @acme/greeter@2026.11.23.1 ${other} sealed`;
  const said = { ...published("x", 0), version: "y", checksum: lines };
  const logged = new TextEncoder().encode(sortedJson(said));
  at.state.log!.entries.push({ ...at.state.log!.entries[0]!, logged });
  await at.run("monitor");
  at.state.log!.add([published("@acme/greeter", 1, other)]);
  assert.match((await at.run("monitor")).stdout, /^4 .*ALARM: @acme\/greeter@2026\.11\.23\.1 was/m);
});

Deno.test("a private extension's entries are opened for who may read them; going public is no alarm", async () => {
  await using at = await watching(2);
  const salt = (at: number) => new Uint8Array(32).fill(at + 1);
  at.state.log!.add([published("@secret/tool", 1)], salt);
  at.state.log!.add([published("@secret/tool", 2)], () => salt(7));
  const all = await at.json("monitor");
  assert.deepEqual(all.events.slice(2).map((one: { said: Leaf }) => one.said.kind), [
    "sealed",
    "sealed",
  ]);
  await Deno.remove(`${at.path}/svc/log-monitor`, { recursive: true });
  const mine = await at.json("monitor", "--names", "@secret/tool");
  assert.deepEqual(
    mine.events.map((
      one: { said: { version: string }; sealed: boolean },
    ) => [one.said.version, one.sealed]),
    [["2026.11.23.1", true], ["2026.11.23.2", true]],
  );
  // All of a collective is opened for who signed in.
  await Deno.remove(`${at.path}/svc/log-monitor`, { recursive: true });
  const secret = ["monitor", "--names", "@secret/*"];
  assert.equal(
    (await at.json(...secret)).events.length,
    0,
    "to strangers it is not told whose they are",
  );
  await Deno.remove(`${at.path}/svc/log-monitor`, { recursive: true });
  at.env["SVC_API_KEY"] = `svc_${"0".repeat(32)}`;
  assert.equal((await at.json(...secret)).events.length, 2);
  delete at.env["SVC_API_KEY"];
  at.state.log!.add([published("@secret/tool", 1)]);
  const open = await at.json("monitor", "--names", "@secret/tool");
  assert.deepEqual([open.exit, open.events.length, open.alarms], [0, 1, 0]);
  at.state.log!.add([published("@secret/tool", 2, "cd".repeat(32))]);
  assert.equal((await at.json("monitor", "--names", "@secret/tool")).alarms, 1);
});

Deno.test("any altered tile, bundle or entry stops the monitor, and --full as well", async () => {
  await using at = await watching(700);
  const places = [...[...tilesOf(700)].map(tilePath), "tile/entries/001", "tile/entries/002.p/188"];
  for (const place of places) {
    at.state.change = async (path, response) => {
      if (path !== `/log/${place}` || !response.ok) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[bytes.length - 1]! ^= 1;
      return new Response(bytes);
    };
    for (const argv of [["monitor"], ["log", "--full"]]) {
      await Deno.remove(`${at.path}/svc/log-monitor`, { recursive: true }).catch(() => {});
      const { exit, code } = await at.json(...argv);
      assert.deepEqual([exit, code], [1, "log_inconsistent"], `${place} ${argv}`);
    }
  }
  delete at.state.change;
  const { checked, exit } = await at.json("log", "--full");
  assert.deepEqual([exit, checked], [0, 700]);
});

Deno.test("tiles that are cut, longer, endless or missing are refused before they are looked at", async () => {
  await using at = await watching(300);
  const change = (answer: () => Response) => {
    at.state.change = (path, response) => path.startsWith("/log/tile/") ? answer() : response;
  };
  const chunk = new Uint8Array(1_000_000);
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += chunk.length;
          controller.enqueue(chunk);
        },
      }),
    );
  for (
    const answer of [
      endless,
      () => new Response(new Uint8Array(8_193)),
      () => new Response(new Uint8Array(31)),
      () => new Response("", { status: 404 }),
    ]
  ) {
    change(answer);
    for (const argv of [["monitor"], ["log", "--full"]]) {
      const { exit, code } = await at.json(...argv);
      assert.equal(exit, 1);
      assert.match(code, /^(?:unavailable|log_invalid)$/);
    }
  }
  assert.ok(sent < 100_000_000, `${sent}`);
});

Deno.test("a log that was rewritten since the last look is refused with both heads", async () => {
  await using at = await watching(300);
  assert.equal((await at.run("monitor")).exit, 0);
  // Somebody who forgot the head is still held to the place of the last look.
  assert.equal((await at.run("log", "--forget")).exit, 0);
  at.state.log!.entries[17] = at.state.log!.entries[18]!;
  at.state.log!.add([published("@acme/greeter", 400)]);
  const { exit, code, error, hint } = await at.json("monitor");
  assert.deepEqual([exit, code], [1, "log_inconsistent"]);
  assert.match(error, /is not the one that was monitored up to entry 300/);
  assert.ok(await Deno.stat(/Both heads are in (\S+)\. /.exec(hint)![1]!));
});

Deno.test("--exec gets each event as JSON once; one that it fails on comes again", async () => {
  await using at = await watching(5);
  const file = `${at.path}/told`;
  const fails = await at.json(
    "monitor",
    "--exec",
    `line=$(cat); case "$line" in *'"index":3'*) exit 7;; esac; echo "$line" >> ${file}`,
  );
  assert.deepEqual([fails.exit, fails.code], [1, "run_failed"]);
  assert.equal((await at.run("monitor", "--exec", `cat >> ${file}`)).exit, 0);
  const told = (await Deno.readTextFile(file)).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(told.map(({ index }) => index), [0, 1, 2, 3, 4]);
  assert.equal(told[0].said.kind, "published");
  assert.equal((await at.run("monitor", "--exec", "exit 1")).exit, 0, "nothing is new");
});

Deno.test("an entry of a kind that is not known yet is shown, and no terminal is commanded by it", async () => {
  await using at = await watching(1);
  const entry = at.state.log!.entries[0]!;
  entry.logged = new TextEncoder().encode(`{"at":"x","kind":"new\\u001b[31m","v":1}`);
  const { stdout } = await at.run("monitor");
  assert.match(stdout, /^0 x new/);
  assert.ok(!stdout.includes("\x1b"));
  const raw = new Uint8Array([...entry.logged, 255]);
  at.state.log!.entries.push({ ...entry, logged: raw });
  assert.match((await at.run("monitor")).stdout, /^1 unreadable/);
});

Deno.test("trust log shows kept heads; --accept pins, --forget forgets", async () => {
  await using at = await watching(3);
  assert.match((await at.run("log")).stdout, /^No log of a registry has been seen yet/);
  const vkey = formatVkey(keyOf(fakeSigner(ORIGIN, 1)));
  const accepted = await at.json("log", "--accept", vkey);
  assert.deepEqual([accepted.exit, accepted.logs[0].size, accepted.logs[0].keys], [0, 3, [vkey]]);
  assert.match((await at.run("log")).stdout, /3 entries .*\nkey registry\.acme\.com\/log\+/);
  const other = formatVkey(keyOf(fakeSigner(ORIGIN, 2)));
  assert.equal((await at.json("log", "--accept", other)).code, "log_key_unknown");
  assert.equal((await at.json("log", "--accept", "nothing")).code, "invalid_argument");
  at.state.log!.signers.push(fakeSigner(ORIGIN, 2));
  assert.deepEqual((await at.json("log", "--accept", other)).logs[0].keys, [vkey, other]);
  assert.equal((await at.json("log", "--forget")).logs.length, 0);
  at.state.log = undefined;
  assert.equal((await at.json("log", "--accept", vkey)).code, "log_disabled");
  assert.equal((await at.json("monitor")).code, "log_disabled");
  assert.equal((await at.json("log", "--full", "--forget")).code, "usage");
  assert.equal((await at.json("monitor", "--names", "acme")).code, "usage");
});

Deno.test("a log that follows another one is refused until its key is accepted, and says what is missing", async () => {
  await using at = await watching(9);
  assert.equal((await at.run("monitor")).exit, 0);
  const next = fakeLog(`${ORIGIN}/2`, 5);
  const root = "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=";
  next.add([{
    v: 1,
    at: "2026-11-24T10:17:05.120Z",
    kind: "epoch",
    subject: `${ORIGIN}/2`,
    previous: ORIGIN,
    size: 7,
    root,
    reason: "restored from a backup",
  }, published("@acme/greeter", 1)]);
  at.state.log = next;
  assert.equal((await at.json("monitor")).code, "log_key_unknown");
  const { epochs, logs } = await at.json("log", "--accept", next.vkeys()[0]!);
  assert.deepEqual(epochs, [{
    previous: ORIGIN,
    size: 7,
    reason: "restored from a backup",
    missing: 2,
    readable: 0,
  }]);
  assert.equal(logs[0].origin, `${ORIGIN}/2`);
  const again = await at.json("monitor");
  assert.deepEqual([again.exit, again.from, again.to], [0, 0, 2]);
});

Deno.test("what is left of the log before is held to the head that the next carries on from", async () => {
  await using at = await watching(9);
  assert.equal((await at.run("monitor")).exit, 0);
  const before = at.state.log!;
  const next = fakeLog(`${ORIGIN}/2`, 5);
  next.earlier = [before];
  const epoch = (size: number, root: Uint8Array) => {
    next.entries = [];
    next.add([{
      v: 1,
      at: "2026-11-24T10:17:05.120Z",
      kind: "epoch",
      subject: `${ORIGIN}/2`,
      ...{ previous: ORIGIN, size, root: root.toBase64(), reason: "key lost" },
    }]);
  };
  const root = (log: typeof before, size: number) =>
    rootOf(log.entries.slice(0, size).map(({ logged }) => leafHash(logged)));
  at.state.log = next;
  const accept = () => at.json("log", "--accept", next.vkeys()[0]!);
  // A registry that rewrites what it showed, and hides that behind a new log.
  const fork = before.fork();
  fork.entries[2] = fork.entries[3]!;
  const wrongs: [typeof before[], number, Uint8Array][] = [
    [[before], 9, root(fork, 9)],
    [[fork], 9, root(fork, 9)],
    [[], 9, root(fork, 9)],
    [[fork], 5, root(before, 5)],
    [[fakeLog("other.example/log")], 9, root(before, 9)],
  ];
  for (const [earlier, size, other] of wrongs) {
    next.earlier = earlier;
    epoch(size, other);
    assert.equal((await accept()).code, "log_inconsistent");
  }
  next.earlier = [before];
  before.shown = 6;
  epoch(9, root(before, 9));
  assert.deepEqual([(await accept()).epochs[0].readable, (await at.run("log", "--forget")).exit], [
    6,
    0,
  ]);
  before.shown = undefined;
  const { epochs: [told] } = await accept();
  assert.deepEqual([told.size, told.missing, told.readable], [9, 0, 9]);
  const full = await at.run("log", "--full");
  assert.match(full.stdout, /had 9 entries: key lost\. All of them can be read, and lead there/);
  next.earlier = [fork];
  assert.equal((await at.json("log", "--full")).code, "log_inconsistent");
});

Deno.test("each log before is held to what the next one says of it, to the first", async () => {
  await using at = await watching(300);
  assert.equal((await at.run("monitor")).exit, 0);
  const first = at.state.log!;
  const follow = (log: FakeLog, before: FakeLog, count: number) =>
    log.add([
      {
        v: 1,
        at: "2026-11-24T10:17:05.120Z",
        kind: "epoch",
        ...{ subject: log.origin, previous: before.origin, size: before.entries.length },
        root: rootOf(before.entries.map(({ logged }) => leafHash(logged))).toBase64(),
        reason: "key lost",
      },
      ...Array.from({ length: count }, (_, n) => published("@acme/greeter", n)),
    ]);
  const second = fakeLog(`${ORIGIN}/2`, 5);
  const third = fakeLog(`${ORIGIN}/3`, 6);
  follow(second, first, 300);
  follow(third, second, 1);
  third.earlier = [first, second];
  at.state.log = third;
  const accept = () => at.json("log", "--accept", third.vkeys()[0]!);
  const wrong = async (earlier: FakeLog[]) => {
    third.earlier = earlier;
    const { code } = await accept();
    third.earlier = [first, second];
    return code;
  };
  const [fork, other] = [first.fork(), fakeLog(`${ORIGIN}/2`, 5)];
  fork.entries[2] = fork.entries[3]!;
  assert.equal(await wrong([fork, second]), "log_inconsistent", "the one that was seen");
  follow(other, fork, 300);
  assert.equal(await wrong([fork, other]), "log_inconsistent", "and the one between");

  const { epochs } = await accept();
  assert.deepEqual(
    epochs.map(({ previous, readable }: { previous: string; readable: number }) => [
      previous,
      readable,
    ]),
    [[second.origin, 301], [first.origin, 300]],
  );
  const full = await at.run("log", "--full");
  assert.match(
    full.stdout,
    /^It follows .*\/log\/2, which had 301 .*\nThat one follows .*\/log, /m,
  );
  at.state.change = async (path, response) => {
    if (!path.startsWith("/log/1/tile/entries/001")) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    bytes[bytes.length - 1]! ^= 1;
    return new Response(bytes);
  };
  assert.equal((await at.json("log", "--full")).code, "log_inconsistent");
  delete at.state.change;

  // Logs that lead in a circle end it.
  const circle = fakeLog(`${ORIGIN}/2`, 5);
  follow(circle, second, 0);
  const last = fakeLog(`${ORIGIN}/3`, 6);
  follow(last, circle, 0);
  last.earlier = [first, circle];
  at.state.log = last;
  const { stdout } = await at.run("log", "--forget");
  assert.match(stdout, /^Forgot the log of \S+\.\n$/);
  assert.equal((await at.json("log", "--accept", last.vkeys()[0]!)).code, "log_inconsistent");
});

Deno.test("a key that is accepted for a forked log is refused", async () => {
  await using at = await watching(9);
  assert.equal((await at.run("monitor")).exit, 0);
  const fork = at.state.log!.fork();
  fork.entries[2] = fork.entries[3]!;
  at.state.log = fork;
  const { code } = await at.json("log", "--accept", fork.vkeys()[0]!);
  assert.equal(code, "log_inconsistent");
});

Deno.test("a new key is pinned by --full when the log tells of it, and only of its own", async () => {
  await using at = await watching(300);
  assert.equal((await at.run("monitor")).exit, 0);
  const next = fakeSigner(ORIGIN, 6);
  const vkey = formatVkey(keyOf(next));
  at.state.log!.signers.push(next);
  const { stderr } = await at.run("monitor");
  assert.match(stderr, /also signed by registry\.acme\.com\/log\+.*which is not pinned/);
  assert.equal((await at.json("log", "--full")).logs[0].keys.length, 1);
  const key = { v: 1, at: "2026-11-23T10:17:05.120Z", kind: "key", hint: "x" } as const;
  const foreign = formatVkey(keyOf(fakeSigner("other.example/log", 7)));
  at.state.log!.add([
    { ...key, subject: "@acme", change: "added", vkey: formatVkey(keyOf(fakeSigner(ORIGIN, 8))) },
    { ...key, subject: ORIGIN, change: "added", vkey: foreign },
    { ...key, subject: ORIGIN, change: "added", vkey },
  ]);
  assert.deepEqual((await at.json("log", "--full")).logs[0].keys.slice(1), [vkey]);
  at.state.log!.signers = [next];
  const { exit, stderr: quiet } = await at.run("monitor");
  assert.deepEqual([exit, quiet.includes("not pinned")], [0, false]);
});
