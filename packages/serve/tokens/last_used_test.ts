import assert from "node:assert/strict";
import { temporaryState } from "../testing/temporary_state.ts";
import { findToken } from "./find.ts";
import { lastUsed } from "./last_used.ts";
import { createToken } from "./operator.ts";
import { TOKEN_TABLES } from "./tables.ts";

/** A recorder, with a clock and a timer that a test moves by hand. */
async function scene() {
  const kept = await temporaryState(TOKEN_TABLES);
  const clock = { ms: 1_000_000 };
  const timers: (() => void)[] = [];
  const errors: unknown[] = [];
  const uses = lastUsed(kept.state.database, {
    now: () => clock.ms,
    onError: (error) => errors.push(error),
    later(_ms, work) {
      timers.push(work);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(work), 1) };
    },
  });
  return {
    kept,
    clock,
    timers,
    errors,
    uses,
    make(name: string): string {
      const order = { name, rights: { run: [], read: ["*"] }, expiresAt: null, by: "x" };
      return createToken(kept.state, order, new Date(clock.ms)).token.id;
    },
    used: (name: string) => findToken(kept.state.database, name)!.lastUsedAt,
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

Deno.test("uses wait for one timer, and are written together", async () => {
  await using on = await scene();
  const [a, b] = [on.make("a"), on.make("b")];
  on.uses.touch(a);
  on.clock.ms += 1;
  on.uses.touch(b);
  assert.deepEqual([on.timers.length, on.used("a"), on.used("b")], [1, null, null]);
  on.timers[0]!();
  assert.deepEqual([on.timers.length, on.used("a"), on.used("b")], [0, 1_000_000, 1_000_001]);
});

Deno.test("a token that is used again and again is written once a minute", async () => {
  await using on = await scene();
  const id = on.make("a");
  on.uses.touch(id);
  on.uses.flush();
  on.clock.ms += 59_999;
  on.uses.touch(id);
  assert.equal(on.timers.length, 0);
  on.clock.ms += 1;
  on.uses.touch(id);
  on.timers[0]!();
  assert.equal(on.used("a"), 1_060_000);
});

Deno.test("the last use before a write counts", async () => {
  await using on = await scene();
  const id = on.make("a");
  on.uses.touch(id);
  on.clock.ms += 3;
  on.uses.touch(id);
  on.uses[Symbol.dispose]();
  assert.equal(on.used("a"), 1_000_003);
});

Deno.test("what cannot be written is told, and the next use is written again", async () => {
  await using on = await scene();
  const id = on.make("a");
  on.kept.state.database.exec("PRAGMA query_only = on");
  on.uses.touch(id);
  on.uses.flush();
  assert.equal(on.errors.length, 1);
  on.kept.state.database.exec("PRAGMA query_only = off");
  on.clock.ms += 60_000;
  on.uses.touch(id);
  on.uses.flush();
  assert.equal(on.used("a"), 1_060_000);
});
