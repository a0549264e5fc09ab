// What the registry's log costs for a million events: giving them their places beside writing the same
// rows and nothing else, the bytes of the database beside those of the entries, and a proof. The number of
// events may be given: bin/deno run -A bench/registry_log.ts 100000
import { leafBytes } from "@svc/log/leaf";
import { hashReader } from "@svc/log/tiles";
import { proveConsistency, proveInclusion } from "@svc/log/tree";
import { randomBytes } from "node:crypto";
import { beginLog, signersOf } from "../packages/registry/features/registry_log/begin.ts";
import { checkLog } from "../packages/registry/features/registry_log/check.ts";
import { readHead, tileReader } from "../packages/registry/features/registry_log/head.ts";
import { BATCH, sequenceBatch } from "../packages/registry/features/registry_log/sequence.ts";
import { MIGRATIONS } from "../packages/registry/migrations.ts";
import { migrate } from "../packages/registry/platform/store/migrate.ts";
import { orderedId } from "../packages/registry/platform/store/ordered_id.ts";
import { openSqlite } from "../packages/registry/platform/store/sqlite.ts";
import { say, timed } from "./sync/measure.ts";

const EVENTS = Number(Deno.args[0] ?? 1_000_000);

const folder = await Deno.makeTempDir({ prefix: "svc-bench-log-" });
const db = openSqlite(`${folder}/svc.db`);
await migrate(db, MIGRATIONS);
const seeds = { seed: new Uint8Array(randomBytes(32)), old: undefined };
const now = () => new Date();
await beginLog(db, { baseUrl: "https://registry.acme.com", seeds, now: now() });

let entryBytes = 0;
/** Notes the next events, as their transactions do. */
async function note(from: number): Promise<void> {
  const rows = Array.from({ length: Math.min(BATCH, EVENTS - from) }, (_, n) => {
    const at = new Date(1_760_000_000_000 + (from + n) * 1000).toISOString();
    const leaf = leafBytes({
      ...{ v: 1, at, kind: "published", subject: `@team${n % 97}/tool-${(from + n) % 4096}` },
      ...{ version: `2026.01.01.${from + n + 1}`, channel: "stable" },
      checksum: randomBytes(32).toString("hex"),
      by: { credential: "publish", publisher: crypto.randomUUID(), run: RUN + (from + n) },
    });
    entryBytes += leaf.length;
    return {
      ...{ id: orderedId(), at, kind: "published", body: new TextDecoder().decode(leaf) },
      ...{ salt: null, collective_id: ID, extension_id: ID, version: `2026.01.01.${from + n + 1}` },
    };
  });
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += 500) {
      await trx.insertInto("log_pending").values(rows.slice(at, at + 500)).execute();
    }
  });
}

const RUN = "https://github.com/acme/tools/actions/runs/1870000";
const ID = crypto.randomUUID();

let [noting, sequencing] = [0, 0];
for (let from = 0; from < EVENTS; from += BATCH) {
  noting += await timed(() => note(from));
  sequencing += await timed(() =>
    sequenceBatch({
      ...{ db, now, sealed: "hourly", assertAhead: () => {} },
      signersOf: (trx, head) => signersOf(trx, head, seeds, now()),
    })
  );
}
const head = (await readHead(db))!;
if (head.size !== EVENTS) throw new Error(`${head.size} entries`);
await db.destroy();
const { size: bytes } = await Deno.stat(`${folder}/svc.db`);
await say(
  `  ${EVENTS} events: ${(EVENTS / sequencing * 1000).toFixed(0)} a second, ` +
    `${(sequencing / noting).toFixed(2)} of noting them\n` +
    `  database: ${(bytes / EVENTS).toFixed(0)} bytes an event, ` +
    `${(bytes / entryBytes).toFixed(2)} of the entries' ${(entryBytes / EVENTS).toFixed(0)}\n`,
);
const again = openSqlite(`${folder}/svc.db`);
const read = hashReader(tileReader(again, head.epoch), head.size);
const proof = await timed(async () => {
  for (let n = 0; n < 100; n++) {
    await proveInclusion(
      hashReader(tileReader(again, head.epoch), head.size),
      head.size,
      Math.floor(EVENTS * n / 100),
    );
  }
});
const consistency = await timed(() => proveConsistency(read, Math.floor(EVENTS / 2) + 1, EVENTS));
const checking = await timed(async () => {
  const { wrong } = await checkLog(again);
  if (wrong !== undefined) throw new Error(wrong);
});
await say(
  `  a proof: ${(proof / 100).toFixed(2)} ms; that one head leads to another: ` +
    `${consistency.toFixed(2)} ms; checking all: ${
      (checking / sequencing).toFixed(2)
    } of appending\n`,
);
await again.destroy();
await Deno.remove(folder, { recursive: true });
