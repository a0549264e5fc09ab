import { openCheckpoint } from "@svc/log/checkpoint";
import { type NoteKey, parseVkey } from "@svc/log/note";
import { bundlesOf, entriesPath, parseEntries } from "@svc/log/tiles";
import { leafHash, rootOf } from "@svc/log/tree";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";

/** A registry with a log whose key is in a folder that goes with it. */
export interface LoggingRegistry extends TestRegistry {
  keyPath: string;
}

/** A file with a key that nobody else has. */
export async function keyFile(folder: string, name = "log.key"): Promise<string> {
  const path = `${folder}/${name}`;
  await Deno.writeFile(path, randomBytes(32), { mode: 0o600 });
  return path;
}

/** A fresh registry that keeps a log. */
export async function loggingRegistry(options: TestOptions = {}): Promise<LoggingRegistry> {
  const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
  const keyPath = options.environment?.SVC_LOG_KEY ?? await keyFile(folder);
  const registry = await testRegistry({
    ...options,
    environment: { SVC_LOG_KEY: keyPath, ...options.environment },
  });
  return {
    ...registry,
    keyPath,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** What a monitor reads of the log, everything checked: the head, its keys, and each entry. */
export async function readLog(
  registry: Pick<TestRegistry, "request">,
  origin = "registry.test/log",
  { address = "/log", known }: { address?: string; known?: readonly NoteKey[] } = {},
) {
  const text = async (path: string) => {
    const response = await registry.request(path);
    assert.equal(response.status, 200, path);
    return await response.text();
  };
  const note = await text(`${address}/checkpoint`);
  const keys: readonly NoteKey[] = known ??
    (await text("/log/key")).trim().split("\n").map(parseVkey);
  const head = openCheckpoint(note, origin, keys);
  const entries: Uint8Array[] = [];
  for (const bundle of bundlesOf(head.size)) {
    const response = await registry.request(`${address}/${entriesPath(bundle)}`);
    assert.equal(response.status, 200, entriesPath(bundle));
    entries.push(...parseEntries(await response.bytes(), bundle.width));
  }
  assert.deepEqual(rootOf(entries.map(leafHash)), head.root);
  const leaves = entries.map((bytes) =>
    JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  );
  return { note, keys, head, entries, leaves };
}
