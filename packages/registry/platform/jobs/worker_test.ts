import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import type { JobWork } from "./jobs.ts";
import { startWorker } from "./worker.ts";

const NOTHING = { run: () => Promise.resolve(), atOnce: 1 };

/** After how many milliseconds a worker looks at the queue: now, or as usual. */
const LOOKS = [0, 2_000];

/** The timers of a worker, which go off when a test says so. */
function ownTimers() {
  const { setTimeout, clearTimeout } = globalThis;
  const waiting = new Map<unknown, { run: () => void; ms: number }>();
  let dropped = 0;
  Object.assign(globalThis, {
    setTimeout(run: () => void, ms?: number) {
      if (!LOOKS.includes(ms ?? -1)) return setTimeout(run, ms);
      const timer = {};
      waiting.set(timer, { run, ms: ms! });
      return timer;
    },
    clearTimeout(timer: number) {
      if (waiting.get(timer)?.ms === 0) dropped++;
      if (!waiting.delete(timer)) clearTimeout(timer);
    },
  });
  return {
    /** How many that were to go off at once were cleared. */
    dropped: () => dropped,
    /** Has the next look at the queue be now. */
    async look(): Promise<void> {
      while (waiting.size === 0) await new Promise((resolve) => setTimeout(resolve));
      const [timer, { run }] = [...waiting][0]!;
      waiting.delete(timer);
      run();
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}

async function addMail({ services }: TestRegistry, subject: string): Promise<void> {
  await services.jobs.add(services.db, "mail", subject, services.now());
}

Deno.test("a sweep that takes long holds up no job", async () => {
  await using registry = await testRegistry();
  using timers = ownTimers();
  const swept = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const done = Promise.withResolvers<string>();
  const worker = startWorker(
    registry.services,
    {
      audit: NOTHING,
      verification: NOTHING,
      staged_mail: NOTHING,
      staged_publication: NOTHING,
      mail: { run: (subject) => Promise.resolve(done.resolve(subject)), atOnce: 1 },
    },
    () => (began.resolve(), swept.promise),
  );
  await timers.look();
  await began.promise;
  await addMail(registry, "first");
  await timers.look();
  assert.equal(await done.promise, "first");
  swept.resolve();
  await worker.stop();
});

Deno.test("a look that is due at once, as a job has ended, is not put off by the look that just ends", async () => {
  await using registry = await testRegistry();
  using timers = ownTimers();
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const ends: string[] = [];
  const work: JobWork = {
    mail: {
      async run(subject) {
        begun.resolve();
        await first.promise;
        ends.push(subject);
      },
      atOnce: 1,
    },
    audit: NOTHING,
    staged_mail: NOTHING,
    staged_publication: NOTHING,
    verification: NOTHING,
  };
  for (const subject of ["first", "second"]) await addMail(registry, subject);
  const worker = startWorker(registry.services, work, () => Promise.resolve());
  await timers.look();
  await begun.promise;
  await timers.look();
  first.resolve();
  while (ends.length < 2) await timers.look();
  assert.equal(timers.dropped(), 0);
  await worker.stop();
});
