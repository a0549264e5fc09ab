import { openCheckpoint } from "@svc/log/checkpoint";
import { keyOf } from "@svc/log/note";
import { leafHash, rootOf } from "@svc/log/tree";
import assert from "node:assert/strict";
import type { Services } from "../access/services.ts";
import { checkLog } from "../features/registry_log/check.ts";
import type { ServerProcess } from "./process.ts";

/** What servers whose log is followed have as their address. */
export const LOG_BASE_URL = "http://registry.acme.test";
const ORIGIN = "registry.acme.test/log";

/** Follows the head of the log through servers that come and go, as clients do, until it is stopped. */
export function followHead(servers: readonly ServerProcess[], seed: Uint8Array) {
  const heads: { size: number; root: string }[] = [];
  let stopped = false;
  const ask = async (at: number) => {
    const answer = await fetch(`${servers[at]!.url}/log/checkpoint`).catch(() => undefined);
    if (answer?.status !== 200) return void await answer?.body?.cancel();
    const note = await answer.text();
    const { size, root } = openCheckpoint(note, ORIGIN, [keyOf({ seed, name: ORIGIN })]);
    heads.push({ size, root: root.toBase64() });
  };
  const all = (async () => {
    for (let n = 0; !stopped; n++) {
      await ask(n % servers.length);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await all;
      return heads;
    },
  };
}

/**
 * Asserts that all heads that anybody was shown are of one history, in which each version is published
 * once, those that were acknowledged among them.
 */
export async function assertOneHistory(
  { db, registryLog }: Services,
  heads: readonly { size: number; root: string }[],
  acknowledged: readonly string[],
): Promise<void> {
  await registryLog!.sequence();
  assert.equal((await checkLog(db)).wrong, undefined);
  const rows = await db.selectFrom("log_leaf").select(["entry", "version"]).orderBy("idx")
    .execute();
  const hashes = rows.map(({ entry }) => leafHash(new TextEncoder().encode(entry)));
  assert.ok(heads.length > 3, "heads were seen");
  for (const { size, root } of heads) {
    assert.equal(rootOf(hashes.slice(0, size)).toBase64(), root, `the head of ${size} entries`);
  }
  const versions = await db.selectFrom("extension_version").select("version").execute();
  assert.deepEqual(
    rows.map(({ version }) => version).sort(),
    versions.map(({ version }) => version).sort(),
    "each version once",
  );
  assert.deepEqual(
    acknowledged.filter((one) => !versions.some(({ version }) => version === one)),
    [],
  );
}
