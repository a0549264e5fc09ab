import assert from "node:assert/strict";
import type { Host } from "./host.ts";
import { type Meter, progressFor } from "./progress.ts";

/** A terminal whose clock and timers the test moves. */
function terminal(kind = "xterm") {
  let now = 0;
  let shown = "";
  const timers: AbortController[] = [];
  const [time, timeout] = [Date.now, AbortSignal.timeout];
  Date.now = () => now;
  AbortSignal.timeout = () => {
    const timer = new AbortController();
    timers.push(timer);
    return timer.signal;
  };
  const host = {
    env: (name: string) => name === "TERM" ? kind : undefined,
    stderrIsTerminal: true,
    stderr: (text: string) => shown += text,
  };
  return {
    progress: progressFor(host as unknown as Host, true),
    /** What was written since the last time, once another half second has passed. */
    later: () => {
      now += 500;
      shown = "";
      for (const timer of timers.splice(0)) timer.abort();
      return shown.replaceAll("\r\x1b[2K", "<");
    },
    written: () => shown.replaceAll("\r\x1b[2K", "<"),
    [Symbol.dispose]: () => {
      Date.now = time;
      AbortSignal.timeout = timeout;
    },
  };
}

Deno.test("several items are one bar of how many are done, whatever phase each is in", async () => {
  using at = terminal();
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const working = at.progress.each(
    "Restoring",
    held,
    (one) => at.progress.phase("Fetching", () => one.promise),
  );
  assert.match(at.later(), /^(?:<Restoring ░{20} 0 of 4 … 0\.5s)+$/);
  held[1]!.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.match(at.later(), /^(?:<Restoring █{5}░{15} 1 of 4 … 1\.0s)+$/);
  for (const { resolve } of held) resolve();
  await working;
  assert.equal(at.later(), "");
});

Deno.test("a terminal that wipes no line is shown none", async () => {
  using at = terminal("dumb");
  const held = Promise.withResolvers<void>();
  const working = at.progress.phase("Fetching", () => held.promise);
  assert.equal(at.later(), "");
  held.resolve();
  await working;
  assert.equal(at.written(), "");
});

Deno.test("questions of several items come one after the other, and no line comes between", async () => {
  using at = terminal();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked: number[] = [];
  const working = at.progress.each(
    "Restoring",
    [first, second],
    (one) =>
      at.progress.phase("Installing", (pause) =>
        pause(() => {
          asked.push(one === first ? 1 : 2);
          return one.promise;
        })),
  );
  await Promise.resolve().then(() => {});
  assert.equal(at.later(), "");
  assert.deepEqual(asked, [1]);
  first.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked, [1, 2]);
  second.resolve();
  await working;
});

Deno.test("a phase is shown after half a second, and wiped for other lines and at its end", async () => {
  using at = terminal();
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = at.progress.phase("Contacting", () => promise);
  assert.equal(at.later(), "<Contacting … 0.5s");
  at.progress.clear();
  assert.equal(at.written(), "<Contacting … 0.5s<");
  assert.equal(at.later(), "<Contacting … 1.0s");
  resolve();
  await working;
  assert.equal(at.written(), "<Contacting … 1.0s<");
});

Deno.test("a phase that knows how much there is has a bar, of bytes in MB, and never more than all", async () => {
  using at = terminal();
  const { promise, resolve } = Promise.withResolvers<void>();
  const meters: Meter[] = [];
  const working = at.progress.phase("Downloading", (_pause, meter) => {
    meters.push(meter);
    return promise;
  });
  assert.equal(at.later(), "<Downloading … 0.5s");
  meters[0]!.all(4_000_000, "bytes");
  assert.equal(at.later(), "<Downloading ░░░░░░░░░░░░░░░░░░░░ 0.0 of 4.0 MB … 1.0s");
  meters[0]!.more(1_000_000);
  assert.equal(at.later(), "<Downloading █████░░░░░░░░░░░░░░░ 1.0 of 4.0 MB … 1.5s");
  meters[0]!.more(9_000_000);
  assert.equal(at.later(), "<Downloading ████████████████████ 4.0 of 4.0 MB … 2.0s");
  resolve();
  await working;
  await at.progress.phase("Copying", (_pause, { all, more }) => {
    all(3);
    more(2);
    assert.equal(at.later(), "<Copying █████████████░░░░░░░ 2 of 3 … 0.5s");
    return Promise.resolve();
  });
});
