// What checking a version with a registry's log costs a pull, beside the one request: the signature, the
// proof that the head carries on, the entry and its place in a log of a million entries.
import process from "node:process";
import { formatCheckpoint } from "@svc/log/checkpoint";
import { leafBytes } from "@svc/log/leaf";
import { keyOf, signNote } from "@svc/log/note";
import { formatProof } from "@svc/log/proof_text";
import { appendLeaves, hashReader, tilePath } from "@svc/log/tiles";
import { leafHash, proveConsistency, proveInclusion, rootFrom } from "@svc/log/tree";
import { carriesOn, openProof } from "../packages/cli/log/check.ts";
import { BUDGETS } from "./budget/budgets.ts";
import { report } from "./budget/report.ts";

const SIZE = 1_000_000;
/** Of the head that was seen last. */
const BEFORE = 987_654;
const INDEX = 700_001;
const RUNS = Number(Deno.args[0] ?? 200);

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

const signer = { name: "registry.example.org/log", seed: new Uint8Array(32).fill(1) };
const leaf = leafBytes({
  v: 1,
  at: "2026-11-23T10:17:05.120Z",
  kind: "published",
  subject: "@acme/greeter",
  version: "2026.11.23.1",
  channel: "stable",
  checksum: "ab".repeat(32),
  by: { credential: "publish" },
});
const own = leafHash(leaf);
const other = leafHash(new Uint8Array(1));

const began = performance.now();
const tiles = new Map<string, Uint8Array>();
const leaves = Array(SIZE).fill(other).with(INDEX, own);
for (const tile of await appendLeaves(() => new Uint8Array(0), 0, leaves)) {
  tiles.set(tilePath(tile), tile.bytes);
}
const read = hashReader((tile) => tiles.get(tilePath(tile))!, SIZE);
say(`${SIZE} entries and their tiles: ${((performance.now() - began) / 1000).toFixed(1)} s`);

const origin = signer.name;
const before = { size: BEFORE, root: await rootFrom(read, BEFORE) };
const root = await rootFrom(read, SIZE);
const answer = {
  proof: formatProof({
    extra: leaf,
    index: INDEX,
    proof: await proveInclusion(read, SIZE, INDEX),
    checkpoint: signNote(formatCheckpoint({ origin, size: SIZE, root }), [signer]),
  }),
  consistency: (await proveConsistency(read, BEFORE, SIZE)).map((hash) => hash.toBase64()),
  leaf: leaf.toBase64(),
  salt: null,
};
const trust = { origin, keys: [keyOf(signer)], quorum: undefined };

const check = () => {
  const { head, leaf } = openProof(answer, trust);
  if (!carriesOn(before, head, answer.consistency)) throw new Error("the head does not carry on");
  if (leaf().index !== INDEX) throw new Error("another entry");
};
/** Time of the processor for one check, in milliseconds. */
const cpuOf = (runs: number): number => {
  const start = process.cpuUsage();
  for (let run = 0; run < runs; run++) check();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / runs;
};
const first = cpuOf(1);
const each = cpuOf(RUNS);
const { budget } = BUDGETS.logCheck;
say(`the answer: ${JSON.stringify(answer).length} bytes`);
say(`a check: ${first.toFixed(2)} ms of CPU the first time, ${each.toFixed(2)} ms from then on`);
say(`aim for the first ${budget} ms: ${first <= budget ? "met" : "missed"}`);
report("logCheck", first);
