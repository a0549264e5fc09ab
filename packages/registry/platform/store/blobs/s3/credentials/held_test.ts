import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import { heldCredentials } from "./held.ts";
import type { S3Credentials } from "./source.ts";

const MINUTE = 60_000;

/** A source whose answers a test gives one by one, and a clock. */
function world() {
  const clock = { now: new Date("2026-11-23T00:00:00Z") };
  const asked: PromiseWithResolvers<S3Credentials>[] = [];
  const logged: string[] = [];
  const now = () => clock.now;
  const credentials = heldCredentials({
    source: "instance",
    now,
    log: createLog("json", now, (line) => logged.push(JSON.parse(line).event)),
    fetch() {
      asked.push(Promise.withResolvers());
      return asked.at(-1)!.promise;
    },
  });
  const valid = (id: string, minutes: number): S3Credentials => ({
    accessKeyId: id,
    secretAccessKey: "secret",
    expires: new Date(clock.now.getTime() + minutes * MINUTE),
  });
  return {
    credentials,
    logged,
    asked,
    valid,
    id: async () => (await credentials()).accessKeyId,
    pass: (minutes: number) => clock.now = new Date(clock.now.getTime() + minutes * MINUTE),
    /** Answers the latest question, and lets those who wait for it go on. */
    async answer(answer: S3Credentials | SvcError) {
      const { promise, resolve, reject } = asked.at(-1)!;
      if (answer instanceof SvcError) reject(answer);
      else resolve(answer);
      await promise.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const AWAY = new SvcError("unavailable", "the endpoint is away", { hint: "start it" });

Deno.test("credentials are fetched when they are first needed, once for all who wait", async () => {
  const { id, asked, answer, valid } = world();
  assert.equal(asked.length, 0);
  const all = Promise.all([id(), id(), id()]);
  await answer(valid("first", 360));
  assert.deepEqual(await all, ["first", "first", "first"]);
  assert.equal(await id(), "first");
  assert.equal(asked.length, 1);
});

Deno.test("they are renewed before they expire, once at a time, and nobody waits for that", async () => {
  const { id, asked, answer, valid, pass } = world();
  const first = id();
  await answer(valid("first", 60));
  await first;
  pass(39);
  assert.equal(await id(), "first");
  assert.equal(asked.length, 1);
  pass(2);
  assert.deepEqual(await Promise.all([id(), id()]), ["first", "first"]);
  assert.equal(asked.length, 2);
  await answer(valid("second", 60));
  assert.equal(await id(), "second");
  assert.equal(asked.length, 2);
});

Deno.test("a source that has no newer ones yet is asked again after a minute", async () => {
  const { id, asked, answer, valid, pass } = world();
  const first = id();
  await answer(valid("first", 10));
  await first;
  assert.equal(await id(), "first");
  assert.equal(asked.length, 1, "they are short-lived, and new");
  pass(1);
  await id();
  assert.equal(asked.length, 2);
});

Deno.test("those who would get less than a minute wait for the next ones", async () => {
  const { id, answer, valid, pass } = world();
  const first = id();
  await answer(valid("first", 60));
  await first;
  pass(59.5);
  const next = id();
  await answer(valid("second", 60));
  assert.equal(await next, "second");
});

Deno.test("while the source is away the old ones serve, and the log says so once", async () => {
  const { id, asked, answer, valid, pass, logged } = world();
  const first = id();
  await answer(valid("first", 60));
  await first;
  pass(45);
  for (let minute = 45; minute < 59; minute++, pass(1)) {
    assert.equal(await id(), "first");
    await answer(AWAY);
    assert.equal(await id(), "first");
  }
  assert.equal(asked.length, 15, "once a minute");
  assert.deepEqual(logged, ["credentials.failing"]);
  pass(0.5);
  const last = id();
  await answer(AWAY);
  assert.equal(await last, "first", "for as long as they are valid");
  pass(1);
  const none = assert.rejects(id(), AWAY);
  await answer(AWAY);
  await none;
  pass(1);
  const next = id();
  await answer(valid("second", 60));
  assert.equal(await next, "second");
  assert.deepEqual(logged, ["credentials.failing", "credentials.renewed"]);
});

Deno.test("without valid ones a failure is told at once for 5 seconds, then the source is asked", async () => {
  const { id, asked, answer, valid, pass } = world();
  const none = assert.rejects(id(), AWAY);
  await answer(AWAY);
  await none;
  await assert.rejects(id(), AWAY);
  assert.equal(asked.length, 1);
  pass(0.1);
  const first = id();
  await answer(valid("first", 60));
  assert.equal(await first, "first");
});

Deno.test("a clock that was set back ends no pause late", async () => {
  const { id, asked, answer, valid, pass } = world();
  const none = assert.rejects(id(), AWAY);
  await answer(AWAY);
  await none;
  pass(-600);
  const first = id();
  await answer(valid("first", 60));
  assert.equal(await first, "first");
  assert.equal(asked.length, 2);
});

Deno.test("credentials that had expired when they came are none", async () => {
  const { id, answer, valid } = world();
  const none = assert.rejects(id(), /metadata service: they had expired when they came/);
  await answer(valid("old", 0));
  await none;
});

Deno.test("credentials without an end are fetched once", async () => {
  const { id, asked, answer, pass } = world();
  const first = id();
  await answer({ accessKeyId: "lasting", secretAccessKey: "secret" });
  await first;
  pass(1_000_000);
  assert.equal(await id(), "lasting");
  assert.equal(asked.length, 1);
});
