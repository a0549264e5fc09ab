import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { DatabaseSync } from "node:sqlite";
import { sweep } from "./jobs.ts";
import { closeServices } from "./open.ts";
import { testRegistry } from "./testing.ts";
import { runAdmin } from "./admin/run.ts";
import { storeArchive } from "./features/extensions/archive/store_archive.ts";
import { quietly } from "./testing/process.ts";

/** Commits to the store: the archive of no version each, as many as `count` says. */
async function commit(services: Awaited<ReturnType<typeof quietly>>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    await storeArchive(services, digest, bytes);
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isFile } of Deno.readDir(from)) {
    if (isFile && name !== "lock") await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

/** Every file of a folder with its bytes, but for the index of the log, which SQLite makes again. */
async function contents(data: string): Promise<string[]> {
  const files = (await Array.fromAsync(Deno.readDir(data)))
    .filter(({ name, isFile }) => isFile && name !== "lock" && !name.endsWith("-shm"));
  return (await Promise.all(
    files.map(async ({ name }) => `${name} ${(await Deno.readFile(`${data}/${name}`)).toHex()}`),
  )).sort();
}

async function change(path: string, edit: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  await Deno.writeFile(path, edit(await Deno.readFile(path)));
}

const flip = (at: (length: number) => number) => (bytes: Uint8Array) =>
  bytes.with(at(bytes.length), bytes[at(bytes.length)]! ^ 1);

Deno.test("once a damaged page was met, nothing is swept and the server is not ready", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-damaged-" });
  try {
    await closeServices(await quietly(data));
    const reader = new DatabaseSync(`${data}/svc.db`, { readOnly: true });
    const pages = reader.prepare("select rootpage from sqlite_schema where tbl_name = 'archive'")
      .all();
    reader.close();
    await using registry = await testRegistry({
      environment: { SVC_DATA: data, SVC_DATABASE_URL: "" },
    });
    const { services } = registry;
    assert.equal(services.damage(), undefined);
    using file = await Deno.open(`${data}/svc.db`, { write: true });
    for (const { rootpage } of pages) {
      await file.seek((Number(rootpage) - 1) * 4096, Deno.SeekMode.Start);
      await file.write(new Uint8Array(8).fill(0xff));
    }
    await assert.rejects(sweep(services), /malformed/);
    await sweep(services);
    assert.match(registry.logged.join("\n"), /sweep\.refused.*malformed/);
    assert.equal((await registry.request("/readyz")).status, 503);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a store that has lost what was acknowledged is refused as it is, until the loss is accepted", async (step) => {
  const root = await Deno.makeTempDir({ prefix: "svc-damaged-" });
  try {
    const data = `${root}/data`;
    const before = `${root}/before`;
    const killed = `${root}/killed`;
    await closeServices(await quietly(data));
    await copy(data, before);
    const services = await quietly(data);
    await commit(services, 20);
    // As kill -9 leaves it: with a log, whose pages are not in the database yet.
    await copy(data, killed);
    await closeServices(services);

    const log = (at: string) => `${at}/svc.db-wal`;
    const database = (at: string) => `${at}/svc.db`;
    const lost = /has lost \d+ of \d+ commits/;
    for (
      const [what, damage, message, mayAccept] of [
        [
          "a flipped byte amid the log",
          (at: string) => change(log(at), flip((n) => n >> 1)),
          lost,
          true,
        ],
        [
          "a flipped byte in its last commit",
          (at: string) => change(log(at), flip((n) => n - 9)),
          /has lost 1 of/,
          true,
        ],
        ["half of the log", (at: string) => Deno.truncate(log(at), 60_000), lost, true],
        ["an empty log", (at: string) => Deno.truncate(log(at), 0), lost, true],
        ["no log", (at: string) => Deno.remove(log(at)), lost, true],
        [
          "an earlier copy of the database, and no log",
          async (at: string) => {
            await Deno.remove(log(at));
            await Deno.copyFile(database(before), database(at));
          },
          lost,
          true,
        ],
        [
          "an empty database",
          async (at: string) => {
            await Deno.remove(log(at));
            await Deno.truncate(database(at), 0);
          },
          /database is missing/,
          false,
        ],
        [
          "no database",
          async (at: string) => {
            await Deno.remove(log(at));
            await Deno.remove(database(at));
          },
          /database is missing/,
          false,
        ],
        [
          "half of the database",
          (at: string) => Deno.truncate(database(at), 200 * 1024),
          /damaged/,
          false,
        ],
        [
          "a flipped byte in the head of a page",
          async (at: string) => {
            await Deno.remove(log(at));
            await Deno.remove(`${at}/acknowledged`);
            await change(database(at), flip(() => 2 * 4096));
          },
          /damaged: .*svc\.db: /,
          false,
        ],
        [
          "a record of commits that is not one",
          (at: string) => change(`${at}/acknowledged`, flip(() => 3)),
          /record of acknowledged commits is damaged/,
          true,
        ],
      ] as const
    ) {
      await step.step(what, async () => {
        const at = `${root}/${crypto.randomUUID()}`;
        await copy(killed, at);
        await damage(at);
        const damaged = await contents(at);
        const refusal = await quietly(at).then(() => undefined, (error) => error);
        assert.ok(isSvcError(refusal), String(refusal));
        assert.match(refusal.message, message);
        assert.match(refusal.hint!, /npm run admin -- (?:restore|accept-loss)/);
        const beside = await runAdmin(["users"], { SVC_DATA: at });
        assert.equal(beside.code, 1, "the commands refuse it as well");
        // A start makes an empty database where there is none.
        const after = (await contents(at)).filter((file) => file !== "svc.db ");
        assert.deepEqual(after, damaged.filter((file) => file !== "svc.db "));
        const accepted = await runAdmin(["accept-loss"], { SVC_DATA: at });
        assert.equal(accepted.code, mayAccept ? 0 : 1, accepted.stdout + accepted.stderr);
        if (mayAccept) await closeServices(await quietly(at));
      });
    }
    await step.step(
      "one that was killed has lost nothing, nor one whose index of the log is rubbish",
      async () => {
        const at = `${root}/whole`;
        await copy(killed, at);
        await change(`${at}/svc.db-shm`, (bytes) => bytes.fill(7));
        const refused = await runAdmin(["accept-loss"], { SVC_DATA: at });
        assert.match(refused.stderr, /has lost nothing/);
        const again = await quietly(at);
        await commit(again, 1);
        const { count } = await again.db.selectFrom("archive")
          .select((archive) => archive.fn.countAll().as("count")).executeTakeFirstOrThrow();
        assert.equal(count, 21);
        await closeServices(again);
        await closeServices(await quietly(at));
      },
    );
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
