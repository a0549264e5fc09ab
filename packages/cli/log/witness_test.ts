import assert from "node:assert/strict";
import { type FakeLog, fakeLog, fakeSigner } from "@svc/fakes/log";
import { keyOf, openNote, parseVkey } from "@svc/log/note";
import { leafHash, proveConsistency, rootOf } from "@svc/log/tree";
import {
  addCheckpoint,
  cosignedHead,
  type Witness,
  witnessHandler,
  witnessSeed,
} from "./witness.ts";

const ORIGIN = "registry.acme.com/log";
const NAME = "witness.example.net";

function grown(size: number): FakeLog {
  const log = fakeLog(ORIGIN);
  log.add(Array.from({ length: size }, (_, n) => ({
    v: 1 as const,
    at: "2026-11-23T10:17:05.120Z",
    kind: "yanked" as const,
    subject: "@acme/greeter",
    version: `2026.11.23.${n + 1}`,
  })));
  return log;
}

/** What a log asks a witness: its head of `size` entries, as it leads on from `old`. */
async function asked(log: FakeLog, old: number, size: number): Promise<string> {
  const leaves = log.entries.slice(0, size).map(({ logged }) => leafHash(logged));
  const proof = await proveConsistency(
    (level, at) => rootOf(leaves.slice(at * 2 ** level, (at + 1) * 2 ** level)),
    old,
    size,
  );
  log.shown = size;
  const lines = [`old ${old}`, ...proof.map((hash) => hash.toBase64())];
  return `${lines.join("\n")}\n\n${log.checkpoint()}`;
}

async function witnessing() {
  const folder = await Deno.makeTempDir({ prefix: "svc-witness-" });
  const witness: Witness = {
    log: keyOf(fakeSigner(ORIGIN)),
    signer: { name: NAME, seed: await witnessSeed(folder) },
    path: `${folder}/head`,
    now: () => new Date("2026-11-24T00:00:00.000Z"),
  };
  const ask = (body: string) => addCheckpoint(witness, body);
  return {
    ...{ folder, witness, ask },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("a witness answers each request as tlog-witness says, and signs only what leads on", async () => {
  await using at = await witnessing();
  const log = grown(20);
  const fork = grown(20);
  fork.entries[2] = fork.entries[3]!;
  const other = Object.assign(grown(5), { origin: "other.example/log" });
  const forged = Object.assign(grown(12), { signers: [fakeSigner(ORIGIN, 9)] });
  const good = await asked(log, 5, 12);
  const [first, ...rest] = good.split("\n");
  const lines = (count: number) =>
    `— somebody ${new Uint8Array(68).fill(7).toBase64()}\n`.repeat(count);
  const table: [string, number, string][] = [
    ["the first head", 200, await asked(log, 0, 5)],
    ["the same again", 200, await asked(log, 5, 5)],
    ["a stale size", 409, await asked(log, 0, 5)],
    ["a size nobody cosigned", 409, await asked(log, 3, 7)],
    ["a fork of the same size", 409, await asked(fork, 5, 5)],
    ["a fork that is larger", 422, await asked(fork, 5, 12)],
    ["a proof that lacks a hash", 422, [first, ...rest.slice(1)].join("\n")],
    [
      "a proof between equal sizes",
      422,
      (await asked(log, 5, 5)).replace("\n\n", `\n${rest[0]}\n\n`),
    ],
    ["a smaller head", 400, good.replace("old 5", "old 13")],
    ["no old size", 400, rest.join("\n")],
    ["a size with a zero before it", 400, good.replace("old 5", "old 05")],
    ["64 hashes", 400, good.replace("old 5", `old 5\n${Array(64).fill(rest[0]).join("\n")}`)],
    ["half a hash", 400, good.replace(rest[0]!, rest[0]!.slice(0, 20))],
    ["no note", 400, "old 5\n\nhello\n"],
    ["nothing", 400, ""],
    ["another log", 404, await asked(other, 0, 5)],
    ["another key", 403, await asked(forged, 5, 12)],
    ["10,000 signature lines", 403, good + lines(10_000)],
    ["a changed size", 403, good.replace("\n12\n", "\n13\n")],
    ["what leads on, signed by others as well", 200, good + lines(10)],
    ["what came before", 409, await asked(log, 5, 12)],
  ];
  for (const [what, status, body] of table) {
    const before = await cosignedHead(at.witness);
    const answer = await at.ask(body);
    assert.equal(answer.status, status, `${what}: ${answer.said}`);
    const after = await cosignedHead(at.witness);
    if (status === 200) {
      const note = body.slice(body.indexOf("\n\n") + 2);
      const { signatures } = openNote(note + answer.body, [
        keyOf(at.witness.signer, "cosignature"),
      ]);
      assert.deepEqual(signatures.map(({ time }) => time), [Date.UTC(2026, 10, 24) / 1000], what);
    } else {
      assert.deepEqual(after.size, before.size, what);
      if (status === 409) assert.equal(answer.body, `${before.size}\n`, what);
      assert.ok(!answer.body.startsWith("—"), what);
    }
  }
});

Deno.test("of requests that come at once a witness follows one history, whatever their order", async () => {
  await using at = await witnessing();
  const fork = grown(20);
  fork.entries[2] = fork.entries[3]!;
  const bodies = await Promise.all(
    [...Array(8)].map((_, n) => asked(n % 2 === 0 ? grown(20) : fork, 0, 8 + n)),
  );
  const answers = await Promise.all(bodies.map(at.ask));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
});

Deno.test("a witness without its head or its key signs nothing, and makes no new ones", async () => {
  await using at = await witnessing();
  const log = grown(9);
  assert.equal((await at.ask(await asked(log, 0, 5))).status, 200);
  const told: string[] = [];
  const handle = witnessHandler(at.witness, (line) => told.push(line));
  const post = async (body: string, path = "/w/add-checkpoint") =>
    await handle(new Request(`http://w.test${path}`, { method: "POST", body }));
  const head = await Deno.readTextFile(at.witness.path);
  for (const wrong of [undefined, head.slice(0, -9), "nothing"]) {
    if (wrong === undefined) await Deno.remove(at.witness.path);
    else await Deno.writeTextFile(at.witness.path, wrong, { mode: 0o600 });
    assert.equal((await post(await asked(log, 0, 9))).status, 500);
  }
  await Deno.writeTextFile(at.witness.path, head);
  const stale = await post(await asked(log, 0, 9));
  assert.deepEqual([stale.status, stale.headers.get("content-type"), await stale.text()], [
    ...[409, "text/x.tlog.size", "5\n"],
  ]);
  assert.equal((await post(`old 0\n\n${"x".repeat(300_000)}`)).status, 400);
  assert.equal((await post("", "/elsewhere")).status, 404);
  assert.equal((await handle(new Request("http://w.test/add-checkpoint"))).status, 405);
  assert.ok(told.some((line) => line.startsWith("409 asked from 0, cosigned 5")));
  await Deno.chmod(`${at.folder}/key`, 0o644);
  await assert.rejects(witnessSeed(at.folder), { code: "config_exposed" });
  await Deno.remove(`${at.folder}/key`);
  await assert.rejects(witnessSeed(at.folder), { code: "validation_failed" });
});

Deno.test("a witness killed between what it keeps and what it answers goes on from there", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc-witness-" });
  const main = new URL("../main.ts", import.meta.url).pathname;
  const log = grown(30);
  const start = async () => {
    const options = ["--log", log.vkeys()[0]!, "--name", NAME, "--folder", folder, "--port", "0"];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", main, "trust", "witness", ...options],
      ...{ stdout: "piped", stderr: "null" },
    }).spawn();
    const reader = child.stdout.getReader();
    let line = "";
    while (!line.endsWith("\n")) line += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    const [, name, vkey, url] = line.trim().split(" ");
    assert.equal(name, NAME);
    return { child, vkey: vkey!, url: `${url}/add-checkpoint` };
  };
  const post = async (url: string, body: string) => {
    const response = await fetch(url, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  };
  try {
    const first = await start();
    const watching = Deno.watchFs(folder);
    const lost = post(first.url, await asked(log, 0, 10)).catch(() => undefined);
    for await (const { paths } of watching) {
      if (paths.some((path) => path.endsWith("/head"))) break;
    }
    first.child.kill("SIGKILL");
    await Promise.all([lost, first.child.status]);
    const kept = await Deno.readTextFile(`${folder}/head`);
    const second = await start();
    assert.equal(second.vkey, first.vkey);
    const from = kept === "" ? 0 : 10;
    const stale = await post(second.url, await asked(log, from === 0 ? 3 : 0, 10));
    assert.deepEqual(stale, { status: 409, text: `${from}\n` });
    const again = await post(second.url, await asked(log, from, 10));
    assert.equal(again.status, 200);
    assert.equal(
      openNote(log.checkpoint() + again.text, [parseVkey(second.vkey)]).signatures.length,
      1,
    );
    second.child.kill("SIGTERM");
    assert.equal((await second.child.status).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
