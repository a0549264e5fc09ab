// Story 6 of the catalogue at full size: the local mirror of a repository with 5,000 pull requests,
// 20,000 issues and 100,000 comments. Synced in slices, each killed with `kill -9` at a random moment
// or ended by its budget, until it is complete; then compared, document by document, with a mirror that
// was synced without interruption; then 50 changes. All by the real `svc behavior run`.
import { type LargeRepository, largeRepository } from "@svc/fakes/codehost";
import { findDefinition } from "../packages/runtime/repository/definitions/find.ts";
import { openRunData } from "../packages/runtime/data/store/run_data.ts";
import { compareMirrors } from "./mirror/compare.ts";
import {
  contentsOf,
  defineMirror,
  type MirrorRepository,
  mirrorRepository,
} from "./mirror/repository.ts";
import { runSlice, type Slice } from "./mirror/slice.ts";
import { say } from "./sync/measure.ts";

const SCALE = Number(Deno.env.get("BENCH_SCALE") ?? 1);
const SEED = Number(Deno.env.get("BENCH_SEED") ?? 1);
const SLICE_SECONDS = 60;
/** Of so many slices one is left alone. */
const SPARED = 4;
const MEMORY_MB = 300;
const CHANGES = 50;

await using large = await largeRepository(SCALE, SEED);
const { size } = large;
const open = large.open().length;
await say(
  `${size.pulls} pull requests, ${open} open, ${size.issues} issues, ${size.comments} comments\n`,
);
await using place = await mirrorRepository(large.token);
const defined = new Set<string>();
let kept = true;

const whole = await measured("without interruption", "whole", async () => [
  await runSlice(place, "whole", { budgetSeconds: 3300 }),
]);
const most = Math.round(3_000 * SCALE) + 30;
await expect(whole.requests <= most, `${whole.requests} requests, ${most} allowed`);

await measured(`slices of ${SLICE_SECONDS} s, killed at random`, "sliced", slices);

const { documents, bytes, different } = await compareMirrors(place, "sliced", "whole");
await say(
  `compared: ${documents} documents, ${(bytes / 1e6).toFixed(0)} MB, ${different.length} differ\n`,
);
await expect(different.length === 0, different.slice(0, 20).join("\n"));

const made = await large.changes(CHANGES);
// What is read in the second of its change is read again: "nothing new" is to be nothing new.
large.host.clock.advance(60);
const kinds = Object.entries(Object.groupBy(made, ({ kind }) => kind))
  .map(([kind, { length }]) => `${length} ${kind}`);
await say(`${CHANGES} changes: ${kinds.join(", ")}\n`);
for (const behavior of ["whole", "sliced"]) {
  await measured(`the changes, ${behavior}`, behavior, async () => [
    await runSlice(place, behavior, { budgetSeconds: 600 }),
  ]);
}
const after = await compareMirrors(place, "sliced", "whole");
await expect(after.different.length === 0, after.different.slice(0, 20).join("\n"));
await measured("nothing new", "whole", async () => [
  await runSlice(place, "whole", { budgetSeconds: 600 }),
]);
if (!kept) Deno.exit(1);

/** Slices until one was complete. Each kill comes a little later than where the last one ended. */
async function slices(): Promise<Slice[]> {
  const all: Slice[] = [];
  while (all.length < 200) {
    const spared = all.length % SPARED === SPARED - 1;
    const killAfter = 2 + Math.random() * SLICE_SECONDS;
    const slice = await runSlice(place, "sliced", {
      budgetSeconds: SLICE_SECONDS,
      ...(spared ? {} : { killAfter }),
    });
    all.push(slice);
    if (slice.ended && await isComplete(place, "sliced")) return all;
  }
  throw new Error("200 slices were not enough");
}

async function isComplete(place: MirrorRepository, behavior: string): Promise<boolean> {
  for await (const { spec, text } of contentsOf(place, behavior)) {
    if (spec === "mirrorState") return JSON.parse(text).complete === true;
  }
  return false;
}

async function measured(what: string, behavior: string, run: () => Promise<Slice[]>) {
  if (!defined.has(behavior)) await defineMirror(place, large, behavior);
  defined.add(behavior);
  // Two mirrors of the full size are more than the platform lets one account ask in an hour.
  large.host.limits.set(large.owner, "core", { used: 0 });
  const before = requestsOf(large);
  const written = await versions(behavior);
  const all = await run();
  const requests = requestsOf(large) - before;
  const documents = await versions(behavior) - written;
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
  const peak = (of: (one: Slice) => number) => Math.max(...all.map(of)).toFixed(0);
  const killed = all.filter(({ ended }) => !ended).length;
  await say(
    `${what}: ${requests} requests, ${documents} versions of documents, ${seconds.toFixed(0)} s` +
      `${all.length > 1 ? ` in ${all.length} slices, ${killed} killed` : ""}; ` +
      `at most ${peak((one) => one.childMb)} MB in the method, ` +
      `${peak((one) => one.hostMb)} MB in svc\n`,
  );
  await expect(
    Number(peak((one) => one.childMb)) < MEMORY_MB,
    `more than ${MEMORY_MB} MB in the method`,
  );
  return { requests, documents };
}

/** Versions of all documents of a behavior. */
async function versions(behavior: string): Promise<number> {
  const { type, definition } = await findDefinition(place.repository, behavior);
  const data = await openRunData(place.repository, { type, id: definition.id });
  return data.names().reduce((sum, name) => sum + data.versions(name).length, 0);
}

function requestsOf({ host }: LargeRepository): number {
  return [...host.counts].reduce(
    (sum, [route, count]) => route.startsWith("git ") ? sum : sum + count,
    0,
  );
}

async function expect(holds: boolean, otherwise: string): Promise<void> {
  if (holds) return;
  kept = false;
  await say(`  not as promised: ${otherwise}\n`);
}
