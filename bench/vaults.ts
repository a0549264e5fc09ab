// What keeping a secret costs: put and get of a local vault, each put safe on the disk, against the floor:
// the same encryption by itself and one file that is written and synced, or read.
import { repositoryAt } from "../packages/runtime/repository/repository.ts";
import { initRepository } from "../packages/runtime/repository/init.ts";
import { createVault, openVault, rotateVault } from "../packages/runtime/providers/vaults/mod.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 7);
const SECRETS = 50;
const VALUE = "x".repeat(300);

const folder = await Deno.makeTempDir({ prefix: "svc-bench-vaults-" });
try {
  const repository = repositoryAt(folder);
  await initRepository(folder);
  const main = await createVault(repository, { type: "local_encryption", name: "main" });
  await using vault = await openVault(repository, main);
  const floor = await plainVault(`${folder}/plain`);
  const opened = async (key: string) => {
    await using again = await openVault(repository, main);
    await again.get(key);
  };
  const [floorPut, put, floorGet, get, first, list, rotate] = await interleaved([
    each((key) => floor.put(key, VALUE)),
    each((key) => vault.put(key, VALUE)),
    each((key) => floor.get(key)),
    each((key) => vault.get(key)),
    each(opened),
    () => vault.list(),
    () => rotateVault(repository, main),
  ]) as [number, number, number, number, number, number, number];
  const ms = (time: number) => `${(time / SECRETS).toFixed(2)} ms`;
  const ratio = (time: number, least: number) => `${(time / least).toFixed(2)}x the floor`;
  await say(
    `${SECRETS} secrets of ${VALUE.length} bytes, ${ROUNDS} rounds, medians\n` +
      `  put, encrypted and synced by itself: ${ms(floorPut)}\n` +
      `  put, in a vault: ${ms(put)} (${ratio(put, floorPut)})\n` +
      `  get, read and decrypted by itself: ${ms(floorGet)}\n` +
      `  get, from an open vault: ${ms(get)} (${ratio(get, floorGet)})\n` +
      `  get, each from a vault opened for it: ${ms(first)} (${ratio(first, floorGet)})\n` +
      `  list of all: ${list.toFixed(1)} ms\n` +
      `  rotation of all: ${rotate.toFixed(0)} ms (${ratio(rotate, floorPut)} of as many puts)\n`,
  );
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Files of encrypted values, with no header, no lock and no name to hide. */
async function plainVault(place: string) {
  await Deno.mkdir(place);
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, usages);
  return {
    async put(name: string, value: string) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(value);
      const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain);
      using file = await Deno.open(`${place}/${name}`, { write: true, create: true });
      await file.write(new Uint8Array([...iv, ...new Uint8Array(data)]));
      await file.syncData();
    },
    async get(name: string) {
      const bytes = await Deno.readFile(`${place}/${name}`);
      const [iv, data] = [bytes.subarray(0, 12), bytes.subarray(12)];
      return new TextDecoder().decode(
        await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data),
      );
    },
  };
}

function each(work: (key: string) => Promise<unknown>): () => Promise<void> {
  return async () => {
    for (let number = 0; number < SECRETS; number++) await work(`KEY_${number}`);
  };
}

/** The median time of each, run in turns so that a busy moment hits all alike. */
async function interleaved(works: readonly (() => unknown)[]): Promise<number[]> {
  const all: number[][] = works.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work();
      // The first round fills caches.
      if (round >= 0) all[index]!.push(performance.now() - started);
    }
  }
  return all.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!);
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
