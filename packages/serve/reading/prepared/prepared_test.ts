import assert from "node:assert/strict";
import { isUnchanged } from "@svc/http/input";
import { parseReadable, parseRunnable } from "../../rights/rights.ts";
import { preparedAnswers } from "./prepared.ts";
import { etagOf, prepare } from "./reply.ts";
import { rightsKey } from "./rights_key.ts";

const answer = (text: string, evidence?: () => boolean) =>
  prepare("reports.list", new TextEncoder().encode(text), evidence);

/** Answers under a clock that a test moves, and how often they were made. */
function clocked() {
  let now = 1000;
  let made = 0;
  const answers = preparedAnswers(() => now);
  return {
    answers,
    pass: (ms: number) => void (now += ms),
    made: () => made,
    ask: async (key = "k", evidence?: () => boolean) =>
      (await answers.load(key, () => Promise.resolve(answer(`${++made}`, evidence)))).reply.body,
  };
}

Deno.test("an answer that nothing vouches for counts for a second from when it was begun", async () => {
  const { ask, pass, answers } = clocked();
  assert.equal(await ask(), "1");
  pass(999);
  assert.equal(await ask(), "1");
  pass(1);
  assert.equal(answers.get("k"), undefined);
  assert.equal(await ask(), "2");
});

Deno.test("one with evidence is asked about every quarter of a second, and made again after ten", async () => {
  const { ask, pass } = clocked();
  let same = true;
  let asked = 0;
  const evidence = () => {
    asked++;
    return same;
  };
  await ask("k", evidence);
  pass(249);
  assert.equal(await ask("k", evidence), "1");
  assert.equal(asked, 0);
  pass(1);
  assert.equal(await ask("k", evidence), "1");
  assert.equal(asked, 1);
  same = false;
  pass(249);
  assert.equal(await ask("k", evidence), "1", "within the quarter");
  pass(1);
  assert.equal(await ask("k", evidence), "2");
  same = true;
  for (let n = 0; n < 39; n++) {
    pass(250);
    assert.equal(await ask("k", evidence), "2");
  }
  pass(250);
  assert.equal(await ask("k", evidence), "3");
});

Deno.test("those who ask at the same time wait for one answer, but not for one begun a second ago", async () => {
  const { answers, pass } = clocked();
  const first = Promise.withResolvers<ReturnType<typeof answer>>();
  const asked = [1, 2, 3].map(() => answers.load("k", () => first.promise));
  pass(1000);
  const late = await answers.load("k", () => Promise.resolve(answer("late")));
  first.resolve(answer("first"));
  assert.deepEqual(
    (await Promise.all(asked)).map(({ reply }) => reply.body),
    Array(3).fill("first"),
  );
  assert.equal(late.reply.body, "late");
  assert.equal(answers.get("k")!.reply.body, "late", "the later one stays");
});

Deno.test("what is forgotten while it is made is not kept", async () => {
  const { answers } = clocked();
  const made = Promise.withResolvers<ReturnType<typeof answer>>();
  const asked = answers.load("k", () => made.promise);
  answers.clear();
  made.resolve(answer("before"));
  assert.equal((await asked).reply.body, "before", "who asked before gets it");
  assert.equal(answers.get("k"), undefined);
});

Deno.test("a refusal is not kept", async () => {
  const { answers, ask } = clocked();
  await assert.rejects(answers.load("k", () => Promise.reject(new Error("no"))));
  assert.equal(await ask(), "1");
});

Deno.test("many large answers take a bounded room, and one that is too large none", async () => {
  const { answers } = clocked();
  const large = (bytes: number) => prepare("reports.list", new Uint8Array(bytes), undefined);
  await answers.load("huge", () => Promise.resolve(large(5_000_000)));
  assert.equal(answers.get("huge"), undefined);
  for (let n = 0; n < 40; n++) await answers.load(`${n}`, () => Promise.resolve(large(3_000_000)));
  const kept = Array.from({ length: 40 }, (_, n) => answers.get(`${n}`) !== undefined);
  assert.equal(kept.filter(Boolean).length, 22);
  assert.equal(kept[39], true);
});

Deno.test("rights share a key only when they let see the same", () => {
  const rights = (run: string[], read: string[]) => ({
    run: run.map(parseRunnable),
    read: read.map(parseReadable),
  });
  const keys = [
    rights([], []),
    rights(["*"], []),
    rights(["a"], []),
    rights([], ["a"]),
    rights([], ["a*"]),
    rights([], ["a", "b"]),
    rights([], ['a","b']),
    rights(["a", "b"], []),
  ].map(rightsKey);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(rightsKey(rights([], ["b", "a"])), keys[5]);
  assert.equal(rightsKey(rights(["x:y"], ["*"])), keys[1]);
});

Deno.test("a tag is known by If-None-Match in all its forms", () => {
  const etag = etagOf(new Uint8Array([1]));
  assert.notEqual(etag, etagOf(new Uint8Array([2])));
  for (const header of [etag, `W/${etag}`, `"x", ${etag}`, "*", ` ${etag} `]) {
    assert.equal(isUnchanged(header, etag), true, header);
  }
  for (const header of [null, "", '"x"', etag.slice(1, -1)]) {
    assert.equal(isUnchanged(header, etag), false, String(header));
  }
});
