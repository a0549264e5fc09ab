import assert from "node:assert/strict";
import { dataReader } from "../../testing/data_reader.ts";
import { documentWriter } from "./document_writer.ts";

/** A place for documents, and the batches that were written to it. */
function place() {
  const data = new Map<string, Record<string, unknown>>();
  const batches: string[][] = [];
  return {
    data,
    batches,
    ...dataReader(data, new Map()),
    writeResources: (...[items]: unknown[]) => {
      const batch = items as { spec: string; name: string; data: Record<string, unknown> }[];
      batches.push(batch.map(({ name }) => name));
      for (const { name, data: content } of batch) data.set(name, structuredClone(content));
      return Promise.resolve(
        batch.map(({ name, spec }) => ({ name, specName: spec, version: batches.length })),
      );
    },
  };
}

const one = (name: string, title: string, fetchedAt: string) => ({
  spec: "issueSnapshot",
  name,
  data: { title, fetchedAt },
});

Deno.test("what differs in the time of reading alone is not written again, one letter is", async () => {
  const { data, batches, ...context } = place();
  const documents = [one("a", "x", "t1"), one("b", "y", "t1")];
  await documentWriter(context).write(documents);
  const writer = documentWriter(context);
  await writer.write([one("a", "x", "t2"), one("b", "Y", "t2")]);
  assert.deepEqual(batches, [["a", "b"], ["b"]]);
  assert.deepEqual(data.get("a"), { title: "x", fetchedAt: "t1" });
  assert.deepEqual(writer.handles().map(({ name }) => name), ["b"]);
  assert.equal(writer.counts().unchanged, 1);
});

Deno.test("the order of keys is not a difference, the order of a list is one", async () => {
  const { batches, data: _, ...context } = place();
  const write = (data: object) =>
    documentWriter(context).write([{ spec: "issueSnapshot", name: "a", data }]);
  await write({ labels: ["x", "y"], title: "t", inner: { a: 1, b: 2 } });
  await write({ title: "t", inner: { b: 2, a: 1 }, labels: ["x", "y"] });
  assert.equal(batches.length, 1);
  await write({ title: "t", inner: { b: 2, a: 1 }, labels: ["y", "x"] });
  assert.equal(batches.length, 2);
});

Deno.test("a name that comes twice is written once, as it came last, and told once", async () => {
  const { data, batches, ...context } = place();
  const writer = documentWriter(context);
  await writer.write([one("a", "first", "t1"), one("a", "last", "t1")]);
  await writer.write([one("a", "later", "t1")]);
  assert.deepEqual(batches, [["a"], ["a"]]);
  assert.equal(data.get("a")!.title, "later");
  assert.deepEqual(writer.handles(), [{ name: "a", specName: "issueSnapshot", version: 2 }]);
});

Deno.test("texts are made fit to be stored, and the same text is the same afterwards", async () => {
  const { data, batches, ...context } = place();
  await documentWriter(context).write([one("a", "x\0\ud800", "t1")]);
  assert.equal(data.get("a")!.title, "x\ufffd");
  await documentWriter(context).write([one("a", "x\0\ud800", "t2")]);
  assert.equal(batches.length, 1);
});

Deno.test("a batch holds five hundred documents and no more than its share of text", async () => {
  const { batches, ...context } = place();
  const documents = Array.from({ length: 501 }, (_, index) => one(`n${index}`, "x", "t1"));
  await documentWriter(context).write(documents);
  const large = "x".repeat(5_000_000);
  await documentWriter(context).write([one("l1", large, "t1"), one("l2", large, "t1")]);
  assert.deepEqual(batches.map((batch) => batch.length), [500, 1, 1, 1]);
});
