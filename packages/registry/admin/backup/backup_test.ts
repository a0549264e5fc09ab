import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { makeAside } from "../../platform/store/leftovers.ts";
import { runAdmin } from "../run.ts";
import { besideServer } from "../testing/beside.ts";
import { testEmbedded } from "../../testing/engine.ts";

testEmbedded(
  "a backup made amid publications holds every one acknowledged before, whole, and none in half",
  async () => {
    await using beside = await besideServer();
    const { registry, folder, json } = beside;
    await addCollective(registry.services, "acme");
    const key = await addPerson(registry.services, "ada", { acme: "member" });
    const acknowledged: string[] = [];
    let publishing = true;
    let heard = () => {};
    const publications = (async () => {
      for (let n = 1; publishing; n++) {
        const version = `2026.01.02.${n}`;
        await published(registry, key, { version, readme: `# Number ${n}\n` });
        acknowledged.push(version);
        heard();
      }
    })();
    const reached = async (count: number) => {
      while (acknowledged.length < count) {
        const next = new Promise<void>((resolve) => heard = resolve);
        await Promise.race([next, publications]);
      }
    };
    for (const round of [1, 2, 3]) {
      await reached(round * 2);
      const before = [...acknowledged];
      const backup = `${folder}/backup-${round}`;
      const made = await json(0, "backup", backup);
      assert.ok(made.archives >= before.length);
      assert.ok(made.leftOut.every((path: string) => existsSync(path)), made.leftOut.join());

      const data = `${folder}/data-${round}`;
      const environment = { SVC_DATA: data };
      const restored = await runAdmin(["restore", backup], environment);
      assert.equal(restored.code, 0, restored.stderr);
      const checked = await runAdmin(["check", "--json"], environment);
      assert.equal(checked.code, 0, checked.stdout);
      const manifest = JSON.parse(await Deno.readTextFile(`${backup}/manifest.json`));
      for (const version of before) {
        const row = await registry.services.db.selectFrom("extension_version").select("checksum")
          .where("version", "=", version).executeTakeFirstOrThrow();
        const held = manifest.archives.some(({ sha256 }: { sha256: string }) =>
          sha256 === row.checksum
        );
        assert.ok(held, `${version} was acknowledged before the backup`);
      }
    }
    publishing = false;
    await publications;
    assert.deepEqual(
      [...Deno.readDirSync(folder)].filter(({ name }) => /partial|restoring/.test(name)),
      [],
    );
  },
);

testEmbedded(
  "a backup is its owner's alone, holds no secret, and says what must be kept beside it",
  async () => {
    await using beside = await besideServer();
    const { registry, folder, admin, json } = beside;
    const { root, secret } = registry.services.folder;
    await Deno.writeTextFile(secret, "0123456789abcdef".repeat(4), { mode: 0o600 });
    await addCollective(registry.services, "acme");
    await published(registry, await addPerson(registry.services, "ada", { acme: "member" }));
    const token = "a-session-token-that-stands-as-it-is";
    const { id: userId } = await registry.services.db.selectFrom("user").select("id")
      .executeTakeFirstOrThrow();
    await registry.services.db.insertInto("session").values({
      id: "s1",
      token,
      userId,
      expiresAt: "2027-01-01T00:00:00.000Z",
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    } as never).execute();
    const told = await admin("backup", `${folder}/one`);
    assert.equal(told.code, 0, told.stderr);
    const copy = new TextDecoder().decode(await Deno.readFile(`${folder}/one/svc.db`));
    assert.ok(!copy.includes(token), "whoever reads a backup is nobody");
    assert.match(told.stdout, new RegExp(`Keep a copy of ${root}/secret in a safe place`));
    const paths: string[] = [];
    const walk = async (path: string): Promise<void> => {
      const { isDirectory, mode } = await Deno.stat(path);
      assert.equal(mode! & 0o777, isDirectory ? 0o700 : 0o600, path);
      if (isDirectory) {
        for await (const { name } of Deno.readDir(path)) await walk(`${path}/${name}`);
      } else paths.push(path.slice(`${folder}/one/`.length));
    };
    await walk(`${folder}/one`);
    const [archive, ...rest] = paths.sort();
    assert.match(archive!, /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    assert.deepEqual(rest, ["manifest.json", "svc.db"]);

    const again = await json(1, "backup", `${folder}/one`);
    assert.equal(again.code, "already_exists");
  },
);

testEmbedded(
  "an archive that is gone from the server does not stop a backup of the rest; it is named",
  async () => {
    await using beside = await besideServer();
    const { registry, folder, json } = beside;
    await addCollective(registry.services, "acme");
    const key = await addPerson(registry.services, "ada", { acme: "member" });
    for (const version of ["2026.01.02.1", "2026.01.02.2"]) {
      await published(registry, key, { version, readme: version });
    }
    const { checksum } = await registry.services.db.selectFrom("extension_version").select(
      "checksum",
    )
      .where("version", "=", "2026.01.02.1").executeTakeFirstOrThrow();
    await Deno.writeTextFile(
      `${registry.services.folder.blobs}/${checksum.slice(0, 2)}/${checksum}`,
      "other bytes",
    );
    // Of a backup that was killed, and of one that is going on.
    const partial = () => `${folder}/other.partial-${crypto.randomUUID()}`;
    const [killed, goingOn] = [partial(), partial()];
    await Deno.mkdir(`${killed}/blobs`, { recursive: true });
    using _other = await makeAside(goingOn);
    const made = await json(1, "backup", `${folder}/one`);
    await assert.rejects(Deno.stat(killed), Deno.errors.NotFound);
    assert.ok((await Deno.stat(goingOn)).isDirectory);
    assert.deepEqual([made.archives, made.missing], [1, [checksum]]);
    const findings = (await json(1, "check")).findings as { status: string; message: string }[];
    assert.match(
      findings.find(({ status }) => status === "failing")!.message,
      /^@acme\/hello@2026\.01\.02\.1: its archive [0-9a-f]+ holds other bytes/,
    );
  },
);

testEmbedded(
  "a restore reads all of the backup before it writes, and takes no other folder's place",
  async () => {
    await using beside = await besideServer();
    const { registry, folder, json } = beside;
    await addCollective(registry.services, "acme");
    await published(registry, await addPerson(registry.services, "ada", { acme: "member" }));
    const backup = `${folder}/backup`;
    await json(0, "backup", backup);
    const refusal = async (data: string, ...args: string[]) => {
      const { code, stderr } = await runAdmin(["restore", ...args, "--json"], { SVC_DATA: data });
      assert.equal(code, 1, stderr);
      return JSON.parse(stderr) as { code: string; error: string };
    };
    assert.match(
      (await refusal(registry.services.folder.root, backup)).error,
      /^Another registry is using the data folder/,
    );
    await Deno.mkdir(`${folder}/full`);
    await Deno.writeTextFile(`${folder}/full/note`, "mine");
    assert.equal((await refusal(`${folder}/full`, backup)).code, "already_exists");
    assert.equal((await refusal(`${folder}/new`, `${folder}/absent`)).code, "not_found");

    const manifest = JSON.parse(await Deno.readTextFile(`${backup}/manifest.json`));
    const tamper = async (change: (copy: typeof manifest) => void) => {
      const copy = structuredClone(manifest);
      change(copy);
      await Deno.writeTextFile(`${backup}/manifest.json`, JSON.stringify(copy));
      return (await refusal(`${folder}/new`, backup)).code;
    };
    const codes = [
      await tamper((copy) => copy.archives[0].sha256 = "../../../etc/passwd"),
      await tamper((copy) => copy.archives[0].sha256 = "a".repeat(64)),
      await tamper((copy) => copy.database.bytes += 1),
      await tamper((copy) => copy.format = 2),
    ];
    assert.deepEqual(codes, [
      "validation_failed",
      "checksum_mismatch",
      "checksum_mismatch",
      "validation_failed",
    ]);
    await assert.rejects(Deno.stat(`${folder}/new`), Deno.errors.NotFound);

    await Deno.writeTextFile(`${backup}/manifest.json`, JSON.stringify(manifest));
    await Deno.mkdir(`${folder}/new`);
    const secret = `${folder}/secret`;
    await Deno.writeTextFile(secret, "f".repeat(64));
    const environment = { SVC_DATA: `${folder}/new` };
    const restored = await runAdmin(["restore", backup, "--secret", secret], environment);
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal(await Deno.readTextFile(`${folder}/new/secret`), "f".repeat(64));
    assert.equal((await Deno.stat(`${folder}/new/svc.db`)).mode! & 0o777, 0o600);
  },
);

Deno.test("a registry on Postgres is backed up by Postgres' own means, which the refusal names", async () => {
  const environment = { SVC_DATABASE_URL: "postgres://127.0.0.1:1/svc" };
  for (const command of [["backup"], ["restore", "/nowhere"]]) {
    const { code, stderr } = await runAdmin(command, environment);
    assert.equal(code, 2);
    assert.match(stderr, /is on Postgres[^]*pg_dump and pg_restore/);
  }
});
