import assert from "node:assert/strict";
import type { DataHandle } from "../../platform/context.ts";
import { type DigestIndex, openDigests } from "./digest_index.ts";
import { type Document, documentWriter } from "../../platform/documents/document_writer.ts";

/** A host that keeps documents in memory and counts what it is asked. */
function startHost() {
  const stored = new Map<string, Record<string, unknown>>();
  const calls = { read: [] as string[], written: [] as string[][] };
  return {
    stored,
    calls,
    context: {
      readResources(names: readonly string[]) {
        calls.read.push(...names);
        return Promise.resolve(names.map((name) => stored.get(name) ?? null));
      },
      writeResources(items: unknown): Promise<DataHandle[]> {
        const documents = items as Document[];
        calls.written.push(documents.map(({ name }) => name));
        for (const { name, data } of documents) stored.set(name, JSON.parse(JSON.stringify(data)));
        return Promise.resolve(
          documents.map(({ spec, name }) => ({ specName: spec, name, version: 1 })),
        );
      },
    },
  };
}

const document = (number: number, title: string, fetchedAt: string): Document => ({
  spec: "issueSnapshot",
  name: `issuesnapshot.o~r~${number}`,
  data: { number, title, fetchedAt },
});

async function withDigests(
  body: (open: () => Promise<DigestIndex>, path: string) => Promise<void>,
) {
  const folder = await Deno.makeTempDir();
  try {
    await body(async () => (await openDigests(folder)).digests, `${folder}/digests.log`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("documents: a second run with the index reads nothing back", () =>
  withDigests(async (open) => {
    const { context, calls } = startHost();
    await documentWriter(context, await open()).write([document(1, "a", "2026-01-01")]);
    calls.read.length = 0;
    await documentWriter(context, await open()).write([document(1, "a", "2026-01-02")]);
    assert.deepEqual(calls.read, []);
    assert.equal(calls.written.length, 1);
  }));

Deno.test("documents: without the index each is compared with what is stored", () =>
  withDigests(async (open, path) => {
    const { context, calls } = startHost();
    await documentWriter(context, await open()).write([document(1, "a", "2026-01-01")]);
    await Deno.remove(path);
    const writer = documentWriter(context, await open());
    await writer.write([document(1, "a", "2026-01-02"), document(2, "b", "2026-01-02")]);
    assert.deepEqual(calls.written.at(-1), ["issuesnapshot.o~r~2"]);
  }));

Deno.test("documents: half a line at the index's end costs that line only", () =>
  withDigests(async (open, path) => {
    const { context, calls } = startHost();
    const writer = documentWriter(context, await open());
    await writer.write([document(1, "a", ""), document(2, "b", "")]);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.slice(0, -5));
    calls.read.length = 0;
    const again = documentWriter(context, await open());
    await again.write([document(1, "a", ""), document(2, "b", "")]);
    assert.deepEqual(calls.read, ["issuesnapshot.o~r~2"]);
    assert.equal(calls.written.length, 1);
    assert.equal((await Deno.readTextFile(path)).split("\n").length, 3);
  }));

Deno.test("documents: one that changed and changed back around a crash is written back", () =>
  withDigests(async (open) => {
    const { context, stored } = startHost();
    await documentWriter(context, await open()).write([document(1, "a", "")]);
    const digests = await open();
    const killed = documentWriter(context, { ...digests, add: () => Promise.reject("killed") });
    await assert.rejects(killed.write([document(1, "b", "")]));
    await documentWriter(context, await open()).write([document(1, "a", "")]);
    assert.equal(stored.get("issuesnapshot.o~r~1")?.title, "a");
  }));
