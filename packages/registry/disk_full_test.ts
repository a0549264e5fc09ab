import assert from "node:assert/strict";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { push, quietly, startProcess } from "./testing/process.ts";
import { seeded } from "./testing/seeded.ts";

const SEED = 20_261_124;
const ROUNDS = 8;

/** The size of the disk, and the most that a round leaves free on it, in bytes. */
const [DISK, LEAVES] = [32 * 1024 * 1024, 400_000];

/** Runs a command with a small disk at a folder that nobody else sees. */
function onSmallDisk(folder: string): string[] {
  const mount =
    `mount -t tmpfs -o size=${DISK} tmpfs "$0" && cp -a "$0.before/." "$0" && exec "$@"`;
  return ["unshare", "--mount", "--map-root-user", "sh", "-c", mount, folder];
}

/** Why no such disk can be made here; undefined where it can. */
async function refused(): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "svc-disk-" });
  try {
    await Deno.mkdir(`${folder}/disk.before`);
    await Deno.mkdir(`${folder}/disk`);
    const [program, ...args] = [...onSmallDisk(`${folder}/disk`), "true"];
    const { success } = await new Deno.Command(program!, { args, stderr: "null" }).output();
    return success ? undefined : "no disk may be mounted here";
  } catch {
    return "unshare is not installed";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const reason = await refused();

Deno.test({
  name:
    "a full disk refuses publications and nothing else: reads go on, every acknowledged version is " +
    `there, and with room again it publishes${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  ignore: reason !== undefined,
  async fn() {
    const place = await Deno.makeTempDir({ prefix: "svc-full-" });
    const disk = `${place}/disk`;
    await Deno.mkdir(disk, { mode: 0o700 });
    const services = await quietly(`${disk}.before`);
    await addCollective(services, "acme");
    const key = await addPerson(services, "ada", { acme: "member" });
    await services.db.destroy();
    services.claim[Symbol.dispose]();

    const server = await startProcess(disk, {}, onSmallDisk(disk));
    // The disk as its server sees it.
    const filler = `/proc/${server.pid}/root${disk}/filler`;
    const random = seeded(SEED);
    const acknowledged: string[] = [];
    const refusals: string[] = [];
    const publish = async (version: string) => {
      const accepted = await push(server.url, key, version, await packageOf({ version }));
      if (accepted) acknowledged.push(version);
      else refusals.push(version);
      return accepted;
    };
    const extension = `${server.url}/api/v1/extensions/%40acme%2Fhello`;
    const latest = async () => (await (await fetch(`${extension}/latest`)).json()).latestVersion;
    try {
      assert.ok(await publish("2026.01.01.1"));
      for (let round = 1; round <= ROUNDS; round++) {
        await fill(filler, round === 1 ? 0 : Math.floor(random() * LEAVES));
        const day = String(round + 1).padStart(2, "0");
        await publish(`2026.01.${day}.1`);
        assert.equal(await latest(), acknowledged.at(-1));
        assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
        const ready = await fetch(`${server.url}/readyz`);
        assert.equal(ready.status, 503);
        assert.match(await ready.text(), /Not ready: .*disk/);
        await Deno.remove(filler);
        assert.ok(await publish(`2026.01.${day}.2`), "there is room again");
      }
      assert.ok(refusals.length > 0, "no round found the disk full");
      for (const version of refusals) {
        assert.equal((await fetch(`${extension}@${version}/download`)).status, 404, version);
      }
      for (const version of acknowledged) {
        const download = await fetch(`${extension}@${version}/download`);
        assert.deepEqual(await download.bytes(), await packageOf({ version }), version);
      }
    } finally {
      await server.end("SIGKILL");
      await Deno.remove(place, { recursive: true });
    }
  },
});

/** Writes until the disk has no more than `left` bytes free. */
async function fill(path: string, left: number): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const piece = new Uint8Array(4096);
  try {
    for (;;) await file.write(piece);
  } catch {
    // The disk is full.
  }
  const { size } = await file.stat();
  await file.truncate(Math.max(0, size - left));
}
