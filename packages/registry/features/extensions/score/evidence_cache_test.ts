import assert from "node:assert/strict";
import { createEvidenceMemory } from "./evidence_cache.ts";

const evidence = (version: string) => ({
  version,
  deprecated: null,
  license: "MIT",
  maintainers: 1,
  lastPublishedAt: null,
  weeklyDownloads: 1,
  vulnerabilities: [],
  askedAt: "2026-11-21T00:00:00.000Z",
});

Deno.test("the memory of evidence is bounded: the oldest is forgotten first, a renewed one last", async () => {
  const memory = createEvidenceMemory(2);
  await memory.set("a", evidence("1"));
  await memory.set("b", evidence("1"));
  await memory.set("a", evidence("2"));
  await memory.set("c", evidence("1"));
  assert.equal((await memory.get("a"))?.version, "2");
  assert.equal(await memory.get("b"), undefined);
  assert.equal((await memory.get("c"))?.version, "1");
});

Deno.test("asking again forgets what it is asked for, and what it is told stands for all", async () => {
  const memory = createEvidenceMemory();
  await memory.set("a", evidence("1"));
  await memory.set("b", evidence("1"));
  assert.equal(await memory.again.get("a"), undefined);
  assert.equal(await memory.get("a"), undefined);
  assert.equal((await memory.get("b"))?.version, "1");
  await memory.again.set("a", evidence("2"));
  assert.equal((await memory.get("a"))?.version, "2");
});
