import assert from "node:assert/strict";
import { createEvents } from "../../platform/events/events.ts";
import { type AnswerKey, createResponseCache } from "./cache.ts";
import { prepare } from "@svc/http/prepared";
import { compressorInThread } from "../../../http/testing/compressor_in_thread.ts";
import type { CachePolicy, CacheSubject } from "./policy.ts";

const clock = { now: new Date("2026-01-02") };

function started(capacity = 64 * 1024 * 1024) {
  const events = createEvents();
  const hearing = { now: true };
  const answers = createResponseCache({
    events,
    following: { current: () => hearing.now },
    now: () => clock.now,
    compressor: compressorInThread(),
    capacity,
  });
  const keep = async (
    text: string,
    shows: readonly CacheSubject[],
    names: string[] = [],
    free = false,
  ) => {
    const policy: CachePolicy = { shows, seconds: 60 };
    const before = answers.generation();
    const answer = (await prepare(new Response(text), policy))!;
    answers.add({ text, free }, { answer, policy, names, route: "test", sent: [] }, before);
  };
  const there = (...texts: string[]) =>
    texts.filter((text) => [true, false].some((free) => answers.get({ text, free }) !== undefined));
  return { events, hearing, answers, keep, there };
}

Deno.test("nothing is sent while changes by other processes may have gone unheard", async () => {
  const { hearing, keep, there } = started();
  await keep("a", []);
  hearing.now = false;
  assert.deepEqual(there("a"), []);
  hearing.now = true;
  assert.deepEqual(there("a"), ["a"]);
});

const key = (text: string): AnswerKey => ({ text, free: false });

Deno.test("an answer made while something changed is not kept", async () => {
  const { events, answers, there } = started();
  const before = answers.generation();
  events.emit("feed.changed", {});
  const policy: CachePolicy = { shows: [], seconds: 60 };
  const answer = (await prepare(new Response("a"), policy))!;
  answers.add(key("a"), { answer, policy, names: [], route: "test", sent: [] }, before);
  assert.deepEqual(there("a"), []);
});

Deno.test("a change ends what shows it and nothing else; of a collective or by another process, all", async () => {
  const { events, keep, there } = started();
  const all = ["one", "other", "list", "feed", "profile", "fixed"] as const;
  const fill = async () => {
    await keep("one", ["extension"], ["@a/b"]);
    await keep("other", ["extension"], ["@a/c"]);
    await keep("list", ["extensions"], [], true);
    await keep("feed", ["feed"]);
    await keep("profile", ["profiles"]);
    await keep("fixed", []);
  };
  const left = async (change: () => void) => {
    await fill();
    change();
    return there(...all);
  };
  const extension = { extensionId: "1", name: "@a/b" };
  assert.deepEqual(
    await left(() => events.emit("extension.changed", extension)),
    ["other", "feed", "profile", "fixed"],
  );
  assert.deepEqual(
    await left(() => events.emit("extension.changed", { ...extension, only: "pulls" })),
    ["other", "list", "feed", "profile", "fixed"],
  );
  assert.deepEqual(
    await left(() => events.emit("feed.changed", {})),
    ["one", "other", "list", "profile", "fixed"],
  );
  assert.deepEqual(
    await left(() => events.emit("profile.changed", {})),
    ["one", "other", "list", "feed", "fixed"],
  );
  assert.deepEqual(await left(() => events.emit("collective.changed", { collectiveId: "1" })), []);
  assert.deepEqual(await left(() => events.emit("store.changed", {})), []);
});

Deno.test("an answer ends with its time, whatever happened meanwhile", async () => {
  const { keep, there } = started();
  await keep("a", []);
  clock.now = new Date(clock.now.getTime() + 59_999);
  assert.deepEqual(there("a"), ["a"]);
  clock.now = new Date(clock.now.getTime() + 1);
  assert.deepEqual(there("a"), []);
});

Deno.test("memory is bounded by bytes, and what strangers ask freely pushes out nothing but itself", async () => {
  const { keep, there } = started(40_000);
  await keep("named", ["extension"], ["@a/b"]);
  for (let n = 0; n < 100; n++) await keep(`free ${n}`, ["extensions"], [], true);
  assert.deepEqual(there("named", "free 0", "free 99"), ["named", "free 99"]);
  for (let n = 0; n < 100; n++) await keep(`named ${n}`, []);
  assert.deepEqual(there("named", "named 0", "named 99"), ["named 99"]);
});

Deno.test("an answer remembers a few addresses, none of them long, and they end with it", async () => {
  const { events, answers, keep } = started();
  await keep("@a/b", ["extension"], ["@a/b"]);
  answers.remember(`/${"x".repeat(600)}`, key("@a/b"));
  for (let n = 0; n < 100; n++) answers.remember(`/spelling/${n}`, key("@a/b"));
  answers.remember("/usual", key("@a/b"));
  const known = Array.from({ length: 100 }, (_, n) => answers.at(`/spelling/${n}`))
    .filter((answer) => answer !== undefined);
  assert.equal(known.length, 3);
  assert.ok(answers.at("/usual"), "the last one asked for is known");
  assert.equal(answers.at(`/${"x".repeat(600)}`), undefined);
  events.emit("extension.changed", { extensionId: "1", name: "@a/b" });
  assert.equal(answers.at("/usual"), undefined);
  answers.remember("/spelling/0", key("@a/b"));
  assert.equal(answers.at("/spelling/0"), undefined);
});
