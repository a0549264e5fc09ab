import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { type FakeLog, fakeLog, fakeSigner } from "@svc/fakes/log";
import type { Leaf } from "@svc/log/leaf";
import { formatVkey, keyOf } from "@svc/log/note";
import { parseQuorumPolicy } from "@svc/log/quorum";
import type { LogRules } from "@svc/runtime/policy";
import { temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";
import { knownLogsPath, readKnownLog, replaceKnownLog } from "./known_logs.ts";
import { verifyLogged, type VersionAtHand } from "./verify.ts";

const ORIGIN = "registry.acme.com/log";
const CHECKSUM = "ab".repeat(32);

const at = "2026-11-23T10:17:05.120Z";
const published = (version: string, more: Partial<Leaf> = {}) =>
  ({
    v: 1,
    at,
    kind: "published",
    subject: "@acme/greeter",
    version,
    channel: "stable",
    checksum: CHECKSUM,
    by: { credential: "personal" },
    ...more,
  }) as Leaf;

const version = (n: number) => `2026.11.23.${n}`;
const hand = (n: number, more: Partial<VersionAtHand> = {}): VersionAtHand => ({
  name: "@acme/greeter",
  publishedAs: "@acme/greeter",
  version: version(n),
  channel: "stable",
  checksum: CHECKSUM,
  publishedAt: new Date(at),
  ...more,
});

/** A registry with a log of `count` versions, and somebody who checks. */
async function checking(count = 9) {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryConfig());
  const state: { log: FakeLog | undefined; answer?: (request: Request) => Response | undefined } = {
    log: fakeLog(ORIGIN),
  };
  state.log!.add(Array.from({ length: count }, (_, n) => published(version(n))));
  const server = stack.use(
    strangeServer(async (request) =>
      state.answer?.(request) ?? await state.log?.answer(request) ??
        Response.json({ error: "no", code: "not_found" }, { status: 404 })
    ),
  );
  const warned: string[] = [];
  const host = { env: (name: string) => name === "XDG_CONFIG_HOME" ? path : undefined };
  const rules: { now: LogRules } = { now: { mode: "use" } };
  const login: { bearer?: string } = {};
  const verify = async (one: VersionAtHand, locked?: Parameters<typeof verifyLogged>[3]) => {
    const context = { host, warn: (line: string) => void warned.push(line), rules: rules.now };
    return (await verifyLogged(context, { serverUrl: server.url, ...login }, one, locked))?.log;
  };
  return {
    state,
    server,
    host,
    rules,
    login,
    warned,
    verify,
    folder: `${path}/svc`,
    kept: () => readKnownLog(host, server.url),
    refused: async (one: VersionAtHand, code: string, locked?: Parameters<typeof verify>[1]) => {
      const error = await verify(one, locked).then(() => assert.fail("accepted"), (e) => e);
      assert.equal((error as SvcError).code, code, `${(error as Error).stack}`);
      return error as SvcError;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a version that the log has is found in one request, and its head is kept", async () => {
  await using at = await checking(300);
  const found = await at.verify(hand(3));
  assert.deepEqual([found?.index, found?.size, found?.origin], [3, 300, ORIGIN]);
  assert.deepEqual(at.server.lines.map((line) => line.replace(/\?.*/, "")), [
    "GET /api/v1/log/proof",
    "GET /log/key",
  ]);
  at.state.log!.add([published(version(300))]);
  assert.equal((await at.verify(hand(300)))?.size, 301);
  assert.equal(at.server.lines.length, 3);
  const kept = await at.kept();
  assert.deepEqual([kept?.origin, kept?.head?.size], [ORIGIN, 301]);
  assert.deepEqual(kept?.keys, at.state.log!.vkeys());
  assert.equal((await Deno.stat(knownLogsPath(at.host))).mode! & 0o777, 0o600);
  assert.deepEqual(at.warned, []);
});

Deno.test("an old head is refused: what was seen may not go", async () => {
  await using at = await checking();
  await at.verify(hand(8));
  at.state.log!.shown = 5;
  const error = await at.refused(hand(3), "log_inconsistent");
  assert.match(error.message, /has 5 entries, and had 9 when you saw it$/);
  const path = /Both heads are in (\S+)\. /.exec(error.hint!)![1]!;
  const evidence = await Deno.readTextFile(path);
  assert.ok(evidence.includes(`${ORIGIN}\n9\n`) && evidence.includes(`${ORIGIN}\n5\n`));
  assert.equal(evidence.match(/— registry\.acme\.com\/log /g)?.length, 2);
  assert.equal((await at.kept())?.head?.size, 9);
});

for (const more of [0, 1, 200]) {
  Deno.test(`a fork ${more} entries ahead is refused, whatever it proves of itself`, async () => {
    await using at = await checking();
    await at.verify(hand(8));
    const fork = at.state.log!.fork();
    fork.entries.splice(4, 1);
    fork.add(Array.from({ length: more + 1 }, (_, n) => published(version(100 + n))));
    at.state.log = fork;
    assert.equal(fork.entries.length, 9 + more);
    const error = await at.refused(hand(100), "log_inconsistent");
    assert.match(error.message, /is not the one that you saw: its first 9 entries changed$/);
    assert.ok(await Deno.stat(/Both heads are in (\S+)\. /.exec(error.hint!)![1]!));
  });
}

Deno.test("an entry that was changed or taken out refuses every other version as well", async () => {
  for (const change of ["changed", "out"] as const) {
    await using at = await checking();
    await at.verify(hand(8));
    const { entries } = at.state.log!;
    if (change === "out") entries.splice(2, 1);
    else entries[2] = { ...entries[3]! };
    at.state.log!.add([published(version(20))]);
    await at.refused(hand(7), "log_inconsistent");
  }
});

Deno.test("a proof without its hashes, or with others, is refused", async () => {
  await using at = await checking();
  await at.verify(hand(8));
  at.state.log!.add([published(version(20))]);
  const honest = async (request: Request) => await (await at.state.log!.answer(request))!.json();
  for (
    const change of [
      (answer: { consistency: string[] }) => void (answer.consistency = []),
      (answer: { consistency: string[] }) => void answer.consistency.reverse(),
      (answer: { consistency: string[] }) => void (answer.consistency[0] = "AAAA"),
      (answer: { consistency: string[] }) => void (answer.consistency[0] = "?"),
      (answer: { consistency: string[] }) =>
        void (answer.consistency = Array(5_000).fill(answer.consistency[0])),
    ]
  ) {
    const query = `name=@acme/greeter&version=${version(20)}&kind=published&from=9`;
    const changed = await honest(new Request(`http://x/api/v1/log/proof?${query}`));
    change(changed);
    at.state.answer = () => Response.json(changed);
    await at.refused(hand(20), "log_inconsistent");
  }
});

Deno.test("a leaf says exactly what is at hand: no other version, channel, name or bytes", async () => {
  await using at = await checking();
  await at.refused(hand(3, { checksum: "cd".repeat(32) }), "log_inconsistent");
  await at.refused(hand(3, { channel: "beta" }), "log_inconsistent");
  await at.refused(hand(3, { name: "@acme/other" }), "log_behind");
  // The leaf of another version, properly proven.
  const swap = new URLSearchParams({
    name: "@acme/greeter",
    version: version(4),
    kind: "published",
  });
  const answer = await (await fetch(`${at.server.url}/api/v1/log/proof?${swap}`)).text();
  at.state.answer = (request) => request.url.includes("/proof?") ? new Response(answer) : undefined;
  const error = await at.refused(hand(3), "log_inconsistent");
  assert.match(error.message, /says something else/);
});

Deno.test("an event of another kind is no publication", async () => {
  await using at = await checking();
  const yanked = { v: 1, at: "2026-11-23T10:17:05.120Z", kind: "yanked", subject: "@acme/greeter" };
  at.state.log!.add([{ ...yanked, version: version(50) } as Leaf]);
  await at.refused(hand(50), "log_behind");
});

Deno.test("a version that was promoted has its new channel from the log as well", async () => {
  await using at = await checking(1);
  at.state.log!.add([published(version(1), { channel: "beta" } as Partial<Leaf>)]);
  assert.equal((await at.verify(hand(1)))?.index, 1);
  assert.match(at.warned.join(), /has @acme\/greeter .* in beta, and nothing yet of its promotion/);
  at.rules.now = { mode: "require" };
  await at.refused(hand(1), "log_behind");
  assert.equal((await at.verify(hand(1, { channel: "beta" })))?.index, 1);
  const promoted = {
    v: 1,
    at: "2026-11-24T10:17:05.120Z",
    kind: "promoted",
    subject: "@acme/greeter",
    version: version(1),
    from: "beta",
    to: "rc",
  } as const;
  at.state.log!.add([promoted]);
  assert.equal((await at.verify(hand(1, { channel: "rc" })))?.index, 1);
  await at.refused(hand(1), "log_behind");
  at.rules.now = { mode: "use" };
  assert.equal((await at.verify(hand(1)))?.index, 1);
  assert.match(at.warned.at(-1)!, /in rc, and nothing yet of its promotion to stable/);
});

Deno.test("an extension that was transferred is known by either of its names", async () => {
  await using at = await checking(1);
  at.state.log!.entries[0]!.told = published(
    version(0),
    { subject: "@new/greeter" } as Partial<Leaf>,
  );
  assert.equal((await at.verify(hand(0, { name: "@new/greeter" })))?.index, 0);
  await at.refused(
    hand(0, { name: "@new/greeter", publishedAs: "@new/greeter" }),
    "log_inconsistent",
  );
});

Deno.test("a sealed leaf is opened with its salt, and no other leaf passes for it", async () => {
  await using at = await checking(2);
  const salt = (byte: number) => () => new Uint8Array(32).fill(byte);
  at.state.log!.add([published(version(30))], salt(7));
  at.state.log!.add([published(version(31))], salt(8));
  const found = await at.verify(hand(30));
  assert.equal(found?.index, 2);
  const entry = at.state.log!.entries[2]!;
  assert.ok(!new TextDecoder().decode(entry.logged).includes("acme"));
  entry.leaf = at.state.log!.entries[3]!.leaf;
  await at.refused(hand(30), "log_invalid");
  entry.leaf = entry.logged;
  await at.refused(hand(30), "log_invalid");
  entry.salt = new Uint8Array(32).fill(9);
  await at.refused(hand(30), "log_invalid");
  at.state.log!.entries[3]!.salt = undefined;
  await at.refused(hand(31), "log_invalid");
});

Deno.test("the pinned key stands: another key, another log's head or a wrong signature is refused", async () => {
  await using at = await checking();
  await at.verify(hand(1));
  const { log } = at.state;
  const own = [...log!.signers];
  log!.signers = [fakeSigner(ORIGIN, 9)];
  const error = await at.refused(hand(2), "log_key_unknown");
  assert.ok(error.hint!.includes(ORIGIN));
  log!.signers = [fakeSigner("other.example/log", 9)];
  await at.refused(hand(2), "log_key_unknown");
  at.state.log = fakeLog("other.example/log", 9);
  at.state.log.add(Array.from({ length: 20 }, (_, n) => published(version(n))));
  await at.refused(hand(2), "log_key_unknown");
  at.state.log = log;
  // A new key beside the old one is what a change of keys looks like.
  log!.signers = [...own, fakeSigner(ORIGIN, 9)];
  await at.verify(hand(2));
  assert.equal((await at.kept())?.keys.length, 1);
  log!.signers = own;
  const { checkpoint } = log!;
  log!.checkpoint = () =>
    checkpoint().replace("— registry.acme.com/log ", "— registry.acme.com/log A");
  await at.refused(hand(2), "log_invalid");
});

Deno.test("where a log was once, there has to be one", async () => {
  await using at = await checking();
  const { log } = at.state;
  at.state.log = undefined;
  assert.equal(await at.verify(hand(1)), undefined);
  at.state.log = log;
  await at.verify(hand(1));
  at.state.log = undefined;
  const error = await at.refused(hand(1), "log_inconsistent");
  assert.match(error.message, /has no log any more/);
  assert.match(error.hint!, /svc trust log --forget/);
  at.state.answer = () => Response.json({ error: "no log", code: "log_disabled" }, { status: 404 });
  await at.refused(hand(1), "log_inconsistent");
});

Deno.test("a registry without a log works as before, unless the policy requires one", async () => {
  await using at = await checking();
  at.state.log = undefined;
  assert.equal(await at.verify(hand(1)), undefined);
  at.rules.now = { mode: "require" };
  await at.refused(hand(1), "log_disabled");
  const trust = parseQuorumPolicy(
    `log ${fakeLog(ORIGIN).vkeys()[0]} ${at.server.url}\nquorum none`,
  );
  at.rules.now = { mode: "use", trust };
  await at.refused(hand(1), "log_disabled");
  at.rules.now = { mode: "off" };
  const asked = at.server.lines.length;
  assert.equal(await at.verify(hand(1)), undefined);
  assert.equal(at.server.lines.length, asked);
});

Deno.test("a policy's key stands above what the registry names, and above what was pinned", async () => {
  await using at = await checking();
  const vkey = (byte: number) => formatVkey(keyOf(fakeSigner(ORIGIN, byte)));
  const named = (byte: number, place: string): LogRules => ({
    mode: "use",
    trust: parseQuorumPolicy(`log ${vkey(byte)} ${place}\nquorum none`),
  });
  at.rules.now = named(5, `${at.server.url}/log`);
  await at.refused(hand(1), "log_key_unknown");
  at.rules.now = named(1, at.server.url);
  await at.verify(hand(1));
  assert.ok(!at.server.lines.includes("GET /log/key"));
  at.rules.now = named(5, at.server.url);
  await at.refused(hand(1), "log_key_unknown");
  // A key of another registry says nothing of this one.
  at.rules.now = named(5, "https://registry.other.com/log");
  await at.verify(hand(1));
});

Deno.test("a version that the registry leaves out of its log is told, and refused where it was in it", async () => {
  await using at = await checking();
  const before = await at.verify(hand(3));
  at.state.answer = ({ url }) =>
    url.includes("/api/v1/log/proof")
      ? Response.json({ error: "private", code: "log_left_out" }, { status: 404 })
      : undefined;
  const old = hand(60, { publishedAt: new Date("2026-01-01T00:00:00.000Z") });
  // Private extensions are not read without a key.
  await at.refused(old, "log_behind");
  at.login.bearer = `svc_${"0".repeat(32)}`;
  assert.equal(await at.verify(old), undefined);
  assert.match(at.warned.join(), /has nothing of private collectives, @acme\/greeter among them/);
  await at.refused(hand(3), "log_behind", before);
  at.rules.now = { mode: "require" };
  await at.refused(old, "log_behind");
});

Deno.test("a registry that leaves versions out has to show the same log all the same", async () => {
  await using at = await checking();
  await at.verify(hand(3));
  at.state.log = fakeLog(ORIGIN);
  at.state.log.add([published(version(99))]);
  at.state.answer = ({ url }) =>
    url.includes("/api/v1/log/proof")
      ? Response.json({ error: "private", code: "log_left_out" }, { status: 404 })
      : undefined;
  await at.refused(hand(4), "log_inconsistent");
});

Deno.test("a missing entry is told for a day, and refused from then on", async () => {
  await using at = await checking();
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
  assert.equal(await at.verify(hand(60, { publishedAt: hours(23) })), undefined);
  assert.match(at.warned.join(), /is not in the log of .* yet/);
  await at.refused(hand(60, { publishedAt: hours(25) }), "log_behind");
  await at.refused(hand(60, { publishedAt: undefined }), "log_behind");
  at.rules.now = { mode: "require" };
  await at.refused(hand(60, { publishedAt: hours(1) }), "log_behind");
});

Deno.test("a missing entry hides no fork: the head is held to the kept one by its tiles", async () => {
  await using at = await checking(300);
  await at.verify(hand(8));
  const now = { publishedAt: new Date() };
  at.state.log!.add(Array.from({ length: 40 }, (_, n) => published(version(400 + n))));
  assert.equal(await at.verify(hand(99_999, now)), undefined);
  assert.equal((await at.kept())?.head?.size, 340);
  const fork = at.state.log!.fork();
  fork.entries[7] = fork.entries[6]!;
  fork.add([published(version(900))]);
  at.state.log = fork;
  await at.refused(hand(99_999, now), "log_inconsistent");
  at.state.log.shown = 12;
  await at.refused(hand(99_999, now), "log_inconsistent");
});

Deno.test("a lockfile's head has to be one of the log, on a new machine as well", async () => {
  await using at = await checking(300);
  const seen = await at.verify(hand(8));
  at.state.log!.add([published(version(500))]);
  const path = knownLogsPath(at.host);
  await Deno.remove(path);
  assert.equal((await at.verify(hand(8), seen))?.size, 301);
  const fork = at.state.log!.fork();
  fork.entries[100] = fork.entries[101]!;
  at.state.log = fork;
  await Deno.remove(path);
  const error = await at.refused(hand(8), "log_inconsistent", seen);
  assert.match(error.message, /is not the one that the lockfile saw/);
  fork.shown = 200;
  await at.refused(hand(8), "log_inconsistent", seen);
  await at.refused(hand(8), "log_key_unknown", { ...seen!, origin: `${ORIGIN}/0` });
  at.state.log = undefined;
  await at.refused(hand(8), "log_inconsistent", seen);
});

Deno.test("a policy with witnesses refuses heads that too few of them cosigned", async () => {
  await using at = await checking();
  const witness = (byte: number) => fakeSigner(`witness${byte}.example`, byte);
  const lines = [11, 12, 13].map((byte) =>
    `witness w${byte} ${formatVkey(keyOf(witness(byte), "cosignature"))}\n`
  );
  const trust = parseQuorumPolicy(`${lines.join("")}group g 2 w11 w12 w13\nquorum g`);
  at.rules.now = { mode: "use", trust };
  const now = Math.floor(Date.now() / 1000);
  const { log } = at.state;
  await at.refused(hand(1), "log_key_unknown");
  log!.witnesses = [{ signer: witness(11), time: now }, { signer: witness(14), time: now }];
  await at.refused(hand(1), "log_key_unknown");
  log!.witnesses = [11, 12].map((byte) => ({ signer: witness(byte), time: now }));
  await at.verify(hand(1));
  assert.deepEqual(at.warned, []);
  // Cosignatures of an earlier head do not fit this one.
  const old = log!.checkpoint().split("\n\n")[1]!.split("\n").slice(1).join("\n");
  log!.add([published(version(70))]);
  log!.witnesses = [];
  const { checkpoint } = log!;
  log!.checkpoint = () => checkpoint() + old;
  await at.refused(hand(1), "log_invalid");
  log!.checkpoint = checkpoint;
  log!.witnesses = [11, 12].map((byte) => ({ signer: witness(byte), time: now - 8 * 86_400 }));
  await at.verify(hand(1));
  assert.match(at.warned.join(), /^no witness has seen the log of .* since \d{4}-\d\d-\d\d/);
});

Deno.test("answers of a gigabyte, endless keys and damaged ones are given up", async () => {
  await using at = await checking();
  const chunk = new Uint8Array(1_000_000).fill(97);
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += chunk.length;
          controller.enqueue(chunk);
          if (sent > 1_000_000_000) controller.close();
        },
      }),
    );
  for (const path of ["/api/v1/log/proof", "/log/key"]) {
    at.state.answer = (request) => request.url.includes(path) ? endless() : undefined;
    await at.refused(hand(1), "unavailable");
  }
  assert.ok(sent < 50_000_000, `${sent}`);
  for (
    const body of [
      "[]",
      "{}",
      "no",
      '{"proof":1,"consistency":[],"leaf":"","salt":null}',
      '{"proof":"","consistency":[1],"leaf":"","salt":null}',
      '{"proof":"","consistency":[],"leaf":"","salt":3}',
    ]
  ) {
    at.state.answer = (request) => request.url.includes("proof") ? new Response(body) : undefined;
    await at.refused(hand(1), "unavailable");
  }
  at.state.answer = (request) =>
    request.url.includes("proof")
      ? Response.json({ proof: "a\n\nb", consistency: [], leaf: "", salt: null })
      : undefined;
  await at.refused(hand(1), "log_invalid");
});

Deno.test("several svc at once keep the furthest head, and a fork between them is found", async () => {
  await using at = await checking(20);
  const grow = at.state.log!;
  await Promise.all(Array.from({ length: 8 }, async (_, n) => {
    grow.add([published(version(600 + n))]);
    await at.verify(hand(n));
  }));
  assert.equal((await at.kept())?.head?.size, 28);
  // Another svc keeps a head of another history while this one waits for its answer.
  const before = await at.kept();
  const fork = grow.fork();
  fork.entries[3] = fork.entries[4]!;
  fork.add([published(version(700))]);
  grow.add([published(version(701)), published(version(702))]);
  let first = true;
  at.state.answer = (request) => {
    if (!first || !request.url.includes("proof")) return undefined;
    first = false;
    at.state.log = fork;
    return undefined;
  };
  await at.refused(hand(1), "log_inconsistent");
  assert.equal((await at.kept())?.head?.size, before?.head?.size);
});

Deno.test("what is kept is replaced only when it still is what was looked at", async () => {
  await using at = await checking();
  await at.verify(hand(1));
  const kept = await at.kept();
  const other = { ...kept!, head: { ...kept!.head!, size: 3 } };
  assert.equal(await replaceKnownLog(at.host, at.server.url, other, undefined), false);
  assert.equal(await replaceKnownLog(at.host, at.server.url, undefined, other), false);
  assert.deepEqual(await at.kept(), kept);
});

Deno.test("a damaged or exposed file of heads is not taken for an empty one", async () => {
  await using at = await checking();
  await at.verify(hand(1));
  const path = knownLogsPath(at.host);
  for (const text of ["", "{}", "[{}]", '[{"serverUrl":"x","origin":"y","keys":"z"}]']) {
    await Deno.writeTextFile(path, text);
    await at.refused(hand(1), "validation_failed");
  }
  await Deno.writeTextFile(path, "[]");
  await Deno.chmod(path, 0o666);
  await at.refused(hand(1), "config_exposed");
});

Deno.test("who can keep nothing is told so, and refused where the policy requires the log", async () => {
  await using at = await checking();
  await Deno.mkdir(`${at.folder}/logs.json.lock`, { recursive: true });
  assert.equal((await at.verify(hand(1)))?.index, 1);
  assert.match(at.warned.join(), /head is not kept/);
  at.rules.now = { mode: "require" };
  await assert.rejects(at.verify(hand(1)));
});
