import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { refusal } from "../../../runtime/testing/refusal.ts";
import { ALL_RIGHTS } from "../../rights/rights.ts";
import type { Question } from "../operations/question.ts";
import type { Reader } from "./reader.ts";
import { readersOf } from "./readers.ts";

const NEVER = new AbortController().signal;
const question = (name: string): Question => ({
  key: "data.get",
  input: { name },
  rights: ALL_RIGHTS,
});

/** Readers whose questions a test answers. */
function scripted() {
  const asked: { name: string; answer(): void }[] = [];
  let [started, ended] = [0, 0];
  const start = (): Reader => {
    started++;
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => {});
    return {
      ask({ input }, signal) {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        const name = nameIn(input);
        signal.addEventListener("abort", () => reject(new SvcError("cancelled", "gone")));
        asked.push({ name, answer: () => resolve(name) });
        return Promise.race([promise, over.promise]);
      },
      [Symbol.asyncDispose]() {
        ended++;
        over.reject(new SvcError("unavailable", "ended"));
        return Promise.resolve();
      },
    };
  };
  return {
    readers: readersOf(start),
    names: () => asked.map(({ name }) => name),
    of: (name: string) => asked.find((one) => one.name === name)!,
    counts: () => ({ started, ended }),
  };
}

Deno.test("of two readers one caller gets one, so that another need not wait", async () => {
  const { readers, names, of } = scripted();
  const ada = ["a1", "a2", "a3"].map((name) => readers.ask(question(name), "ada", NEVER));
  assert.deepEqual(names(), ["a1"]);
  const bob = readers.ask(question("b1"), "bob", NEVER);
  assert.deepEqual(names(), ["a1", "b1"]);
  of("a1").answer();
  await ada[0];
  assert.deepEqual(names(), ["a1", "b1", "a2"]);
  of("b1").answer();
  of("a2").answer();
  assert.equal(await bob, "b1");
  await ada[1];
  of("a3").answer();
  await ada[2];
});

Deno.test("who leaves while waiting is forgotten, and who leaves amid frees the reader", async () => {
  const { readers, names, of, counts } = scripted();
  const leaving = new AbortController();
  const first = readers.ask(question("first"), "ada", leaving.signal);
  const second = readers.ask(question("second"), "ada", leaving.signal);
  const third = readers.ask(question("third"), "ada", NEVER);
  leaving.abort();
  await assert.rejects(second, refusal("cancelled"));
  await assert.rejects(first, refusal("cancelled"));
  while (names().length < 2) await Promise.resolve();
  assert.deepEqual(names(), ["first", "third"]);
  of("third").answer();
  await third;
  assert.deepEqual(counts(), { started: 1, ended: 0 });
});

Deno.test("more than a bounded number do not wait, and no caller takes all places", async () => {
  const { readers } = scripted();
  const asked = Array.from({ length: 33 }, (_, n) => readers.ask(question(`${n}`), "ada", NEVER));
  for (const one of asked) one.catch(() => {});
  await assert.rejects(readers.ask(question("more"), "ada", NEVER), refusal("rate_limited"));
  const bob = readers.ask(question("bob"), "bob", NEVER);
  bob.catch(() => {});
  await readers[Symbol.asyncDispose]();
  const ends = await Promise.allSettled([...asked, bob]);
  assert.ok(ends.every(({ status }) => status === "rejected"));
  await assert.rejects(readers.ask(question("late"), "ada", NEVER), refusal("unavailable"));
});

function nameIn(input: object): string {
  return "name" in input ? String(input.name) : "";
}
