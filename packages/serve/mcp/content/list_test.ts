import { deepEqual, equal, rejects } from "node:assert/strict";
import { createDefinition, findDefinition } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { openRunData } from "../../../runtime/data/store/run_data.ts";
import { bytes, newData } from "../../../runtime/testing/stored.ts";
import { parseRunnable } from "../../rights/rights.ts";
import { localHost } from "../local/mod.ts";
import { greeter } from "../testing/greeter.ts";
import { resourcePage } from "./list.ts";
import { readContent } from "./read.ts";

/** Writes data of these names for a behavior, each with `of` as its content. */
async function write(
  repository: Repository,
  behavior: string,
  names: readonly string[],
  more: Parameters<typeof newData>[1] = {},
  content = bytes({ of: behavior }),
) {
  const { type, definition } = await findDefinition(repository, behavior);
  const owner = { type, id: definition.id };
  const data = await openRunData(repository, owner);
  const ownerDefinition = { ownerType: "model-method" as const, ownerRef: definition.id };
  await data.write(
    names.map((name) => ({ data: newData(name, { ownerDefinition, ...more }), content })),
  );
  data.publish();
}

async function setUp() {
  const made = await greeter();
  for (const name of ["@acme/team/far", "zoo"]) {
    await createDefinition(made.repository, { type: "@acme/greeter", name, globalArguments: {} });
  }
  const host = localHost(made.repository, {
    lockWaitMs: 0,
    failed: (error) => Promise.reject(error),
  });
  return {
    repository: made.repository,
    host,
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

/** All pages, and how long each is. */
async function all(host: Parameters<typeof resourcePage>[0]) {
  const uris: string[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await resourcePage(host, cursor);
    uris.push(...page.resources.map(({ uri }) => uri));
    pages.push(page.resources.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { uris, pages };
}

Deno.test("pages hold everything once, over the borders of behaviors", async () => {
  await using to = await setUp();
  const names = Array.from({ length: 250 }, (_, index) => `item-${String(index).padStart(3, "0")}`);
  await write(to.repository, "hello", names);
  await write(to.repository, "@acme/team/far", ["a b", "100%"]);
  await write(to.repository, "zoo", names.slice(0, 148));
  const { uris, pages } = await all(to.host);
  deepEqual(uris, [
    "svc://data/%40acme%2Fteam%2Ffar/100%25",
    "svc://data/%40acme%2Fteam%2Ffar/a%20b",
    ...names.map((name) => `svc://data/hello/${name}`),
    ...names.slice(0, 148).map((name) => `svc://data/zoo/${name}`),
  ]);
  deepEqual(pages, [100, 100, 100, 100]);
});

Deno.test("what a caller may not see is on no page, whatever cursor they send", async () => {
  await using to = await setUp();
  await write(to.repository, "hello", ["mine"]);
  await write(to.repository, "zoo", ["theirs"]);
  const host = { ...to.host, rights: () => ({ run: [parseRunnable("hello")], read: [] }) };
  deepEqual((await all(host)).uris, ["svc://data/hello/mine"]);
  const cursor = btoa("0 zoo").replaceAll("=", "");
  deepEqual((await resourcePage(host, cursor)).resources, []);
  for (const wrong of ["", "x", "!", btoa("-1 a"), btoa("zoo"), "a".repeat(100_000)]) {
    await rejects(resourcePage(host, wrong), { code: "validation_failed" });
  }
});

Deno.test("a page reads each behavior's file as often with many behaviors as with few", async () => {
  await using to = await setUp();
  const { readTextFileSync } = Deno;
  const readsOfOne = async () => {
    const reads = new Map<string, number>();
    Deno.readTextFileSync = (path) => {
      reads.set(`${path}`, (reads.get(`${path}`) ?? 0) + 1);
      return readTextFileSync(path);
    };
    try {
      await resourcePage(to.host);
    } finally {
      Deno.readTextFileSync = readTextFileSync;
    }
    return Math.max(...[...reads].map(([path, n]) => path.includes("/behaviors/") ? n : 0));
  };
  const few = await readsOfOne();
  for (const name of ["a", "b", "c", "d", "e", "f"]) {
    await createDefinition(to.repository, { type: "@acme/greeter", name, globalArguments: {} });
  }
  equal(await readsOfOne(), few);
});

Deno.test("of a report there is one resource; its two items are none", async () => {
  await using to = await setUp();
  const tags = { type: "report", reportName: "@acme/sum", specName: "report", modelName: "hello" };
  await write(to.repository, "hello", ["report-acme-sum"], { tags, contentType: "text/markdown" });
  await write(to.repository, "hello", ["report-acme-sum-json"], { tags });
  const { resources } = await resourcePage(to.host);
  deepEqual(resources.map(({ uri, mimeType }) => [uri, mimeType]), [
    ["svc://reports/hello/report-acme-sum", "text/markdown"],
  ]);
});

Deno.test("content comes as it is stored, up to a bound; bytes stay bytes, and a type that is none does not come", async () => {
  await using to = await setUp();
  const raw = new Uint8Array([0, 255, 10, 13]);
  const file = {
    contentType: "image/png\r\nx: y",
    tags: { type: "file", specName: "f", modelName: "hello" },
  };
  await write(to.repository, "hello", ["raw"], file, raw);
  const place = { kind: "data" as const, behavior: "hello", name: "raw" };
  const content = await readContent(to.host, place);
  deepEqual(content, { mimeType: "application/octet-stream", size: 4, bytes: raw });
  await rejects(readContent(to.host, place, 3), { code: "body_too_large", hint: /read_data/ });
  equal((await readContent(to.host, place, 4)).size, 4);
  await rejects(readContent(to.host, { ...place, version: 7 }), { code: "data_not_found" });
});
