import assert from "node:assert/strict";
import { dataReader } from "../../testing/data_reader.ts";
import { keepNewest } from "./keep_newest.ts";

/** Documents of runs, one a minute, and of what has nearly the same name. */
function place(count: number, remove?: (name: string) => Promise<void>) {
  const names = Array.from(
    { length: count },
    (_, minute) => `run.a~b~2026-11-22t00-${String(minute).padStart(4, "0")}`,
  );
  const data = new Map([...names, "run.a~bc~2026"].map((name) => [name, {}]));
  const specs = new Map([...data.keys()].map((name) => [name, "run"]));
  const warned: string[] = [];
  const keep = (just = names.at(-1)!) =>
    keepNewest({
      ...dataReader(data, specs),
      deleteResource: remove ?? ((name) => Promise.resolve(void data.delete(name))),
      logger: { info() {}, warn: (message) => void warned.push(message) },
    }, { spec: "run", prefix: "run.a~b~", just });
  return { names, data, warned, keep };
}

Deno.test("fifty stay, of fifty-one the oldest goes", async () => {
  const fifty = place(50);
  assert.deepEqual(await fifty.keep(), []);
  const more = place(51);
  assert.deepEqual(await more.keep(), [more.names[0]]);
  assert.deepEqual([...more.data.keys()], [...more.names.slice(1), "run.a~bc~2026"]);
});

Deno.test("what this run wrote stays, also when the clock was put back", async () => {
  const { names, data, keep } = place(52);
  assert.deepEqual(await keep(names[0]), [names[1], names[2]]);
  assert.equal(data.has(names[0]!), true);
});

Deno.test("of very many only some go in one run, the oldest first", async () => {
  const { names, keep } = place(1_600);
  assert.deepEqual(await keep(), names.slice(0, 500));
  assert.deepEqual(await keep(), names.slice(500, 1_000));
  await keep();
  assert.deepEqual(await keep(), names.slice(1_500, 1_550));
});

Deno.test("what cannot be deleted is told and fails nothing", async () => {
  const { warned, keep } = place(60, () => Promise.reject(new Error("no room")));
  assert.deepEqual(await keep(), []);
  assert.equal(warned.length, 1);
});
