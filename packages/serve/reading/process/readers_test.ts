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
  const asked: { name: string; answer(): void; fail(error: unknown, works?: boolean): void }[] = [];
  let [started, ended] = [0, 0];
  const start = (): Reader => {
    started++;
    let works = true;
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => {});
    return {
      busyMs: 0,
      get works() {
        return works;
      },
      ask({ input }, signal) {
        const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
        const fail = (error: unknown, still = true) => {
          works = still;
          reject(error);
        };
        const name = nameIn(input);
        signal.addEventListener("abort", () => fail(new SvcError("cancelled", "gone"), false));
        asked.push({ name, answer: () => resolve(new TextEncoder().encode(name)), fail });
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
  assert.equal(new TextDecoder().decode(await bob), "b1");
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
  assert.deepEqual(counts(), { started: 2, ended: 1 });
});

Deno.test("a refusal leaves the reader running, its failure replaces it", async () => {
  const { readers, of, counts } = scripted();
  const refused = readers.ask(question("refused"), "ada", NEVER);
  of("refused").fail(new SvcError("data_not_found", "no"));
  await assert.rejects(refused, refusal("data_not_found"));
  const failed = readers.ask(question("failed"), "ada", NEVER);
  of("failed").fail(new SvcError("timeout", "late"), false);
  await assert.rejects(failed, refusal("timeout"));
  const good = readers.ask(question("good"), "ada", NEVER);
  of("good").answer();
  await good;
  assert.deepEqual(counts(), { started: 2, ended: 1 });
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

Deno.test("a reader that cannot be started fails the question alone, and the next one is tried", async () => {
  const { reader, readers } = startingLate();
  await assert.rejects(readers.ask(question("first"), "ada", NEVER), /temporarily unavailable/);
  const second = readers.ask(question("second"), "ada", NEVER);
  assert.equal(new TextDecoder().decode(await second), "second");
  assert.equal(reader.works, true);
});

/** Readers of which the first cannot be started. */
function startingLate() {
  let tries = 0;
  const reader: Reader = {
    busyMs: 0,
    works: true,
    ask: ({ input }) => Promise.resolve(new TextEncoder().encode(nameIn(input))),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const readers = readersOf(() => {
    if (tries++ === 0) throw new Error("Resource temporarily unavailable (os error 11)");
    return reader;
  });
  return { reader, readers };
}

function nameIn(input: object): string {
  return "name" in input ? String(input.name) : "";
}
