import { deepEqual, equal, ok } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { copyFolder } from "../../../testing/copied.ts";
import { earlierKey, earlierSecret } from "../../../testing/earlier_vault.ts";
import { writeFiles } from "../../../testing/extension.ts";
import { fillDiskAfter } from "../../../testing/full_disk.ts";
import { killedAnywhere } from "../../../testing/killed.ts";
import type { VaultWork } from "../../../testing/killed_vault.ts";
import { stopDiskAfter } from "../../../testing/stopped_disk.ts";
import { localVault } from "../../../testing/vault.ts";
import { withoutSync } from "../../../testing/without_sync.ts";
import { openVault } from "../open.ts";
import { rotateVault } from "../rotate.ts";

const MODULE = `${import.meta.dirname}/../../../testing/killed_vault.ts`;

/** What a vault may hold afterwards, a list of values for each key; undefined for no such key. */
type Allowed = Record<string, readonly (string | undefined)[]>;

interface Case {
  name: string;
  work: VaultWork;
  before: Record<string, string>;
  allowed: Allowed;
  /** Has the secret `C` and the key file be from before version 3. */
  earlier?: boolean;
}

const CASES: Case[] = [
  {
    name: "a first put",
    work: { put: ["A", "first"] },
    before: {},
    allowed: { A: [undefined, "first"] },
  },
  {
    name: "a put in place of another",
    work: { put: ["A", "new"] },
    before: { A: "of A", B: "of B" },
    allowed: { A: ["of A", "new"], B: ["of B"] },
  },
  {
    name: "a put in place of an earlier format",
    work: { put: ["C", "new"] },
    before: { C: "of C" },
    allowed: { C: ["of C", "new"] },
    earlier: true,
  },
  {
    name: "a deletion",
    work: { delete: "A" },
    before: { A: "of A", B: "of B" },
    allowed: { A: ["of A", undefined], B: ["of B"] },
  },
  {
    name: "a rotation",
    work: "rotate",
    before: { A: "of A", B: "of B", long: "x".repeat(60_000) },
    allowed: { A: ["of A"], B: ["of B"], long: ["x".repeat(60_000)] },
  },
  {
    name: "a rotation of an earlier format",
    work: "rotate",
    before: { A: "of A", C: "of C" },
    allowed: { A: ["of A"], C: ["of C"] },
    earlier: true,
  },
];

for (const one of CASES) {
  Deno.test(`${one.name}, killed before any change of the disk, loses nothing and can be done again`, async () => {
    await using made = await localVault();
    const { repository: { root } } = made;
    await fill(made, one);
    const killed = await killedAnywhere(root, {
      ...{ module: MODULE, call: "change", args: [root, one.work] },
    });
    ok(killed.count >= 4, `${killed.count} changes`);

    const seen = new Set<string>();
    await killed.each(async (number) => {
      seen.add(JSON.stringify(await holds(made, one.allowed, "killed")));
      // Whoever comes next completes it, and nothing is left over.
      if (one.work === "rotate" || number % 2 === 0) await rotateVault(made.repository, made.main);
      else await put(made, "next", "one");
      const allowed = { ...one.allowed, next: ["one", undefined] };
      const { next, ...rest } = await holds(made, allowed, "next");
      ok(seen.has(JSON.stringify(rest)), `${JSON.stringify(rest)} ${next}`);
      const left = [...Deno.readDirSync(made.folder)].map((entry) => entry.name);
      deepEqual(left.filter((name) => name.endsWith(".tmp")), []);
      if (one.work === "rotate") {
        const ring = JSON.parse(await Deno.readTextFile(`${made.folder}/.key`));
        equal(Object.keys(ring.keys).length, 1);
        equal(ring.passphrase, undefined);
      }
    });
    const outcomes = Object.values(one.allowed).some((values) => values.length > 1) ? 2 : 1;
    equal(seen.size, outcomes);
  });

  Deno.test(`${one.name}, on a disk that gets full at any moment, has happened or is refused`, async () => {
    await using made = await localVault();
    using _sync = withoutSync();
    const { repository, main, outside } = made;
    await fill(made, one);
    copyFolder(repository.root, `${outside}/start`);
    for (let number = 0, refusals = 0;; number++) {
      copyFolder(`${outside}/start`, repository.root);
      let wasFull: boolean;
      {
        using disk = fillDiskAfter(number, `${repository.state}/secrets`);
        try {
          await using vault = await openVault(repository, main);
          if (one.work === "rotate") await rotateVault(repository, main);
          else if ("put" in one.work) await vault.put(...one.work.put);
          else await vault.delete!(one.work.delete);
        } catch (error) {
          if (!isSvcError(error) || error.code !== "disk_full") throw error;
          refusals++;
        }
        // Who reads on a full disk finds what there is.
        await holds(made, one.allowed, `full after ${number}`);
        ({ wasFull } = disk);
      }
      const left = [...Deno.readDirSync(`${repository.state}/secrets`)].length > 0 &&
        [...Deno.readDirSync(made.folder)].some(({ name }) => name.endsWith(".tmp"));
      equal(left, false);
      if (wasFull) continue;
      ok(one.work !== "rotate" || refusals > 4, `${refusals} refused`);
      break;
    }
  });
}

Deno.test("a rotation with a key file elsewhere, stopped before any change of either place, loses nothing", async () => {
  await using place = await localVault();
  using _sync = withoutSync();
  const keys = `${place.outside}/keys`;
  await Deno.mkdir(keys, { mode: 0o700 });
  await using made = await localVault({ key_file: `${keys}/main.key` });
  const { repository } = made;
  for (const key of ["A", "B"]) await put(made, key, `of ${key}`);
  const places = [[repository.root, `${made.outside}/start`], [keys, `${place.outside}/start`]];
  for (const [from, to] of places) copyFolder(from!, to!);
  let stops = 0;
  for (const watched of [repository.state, keys]) {
    for (let number = 0;; number++) {
      for (const [to, from] of places) copyFolder(from!, to!);
      let stopped: boolean;
      {
        using disk = stopDiskAfter(number, watched);
        await rotateVault(repository, made.main).catch(() => {});
        ({ stopped } = disk);
      }
      await holds(made, { A: ["of A"], B: ["of B"] }, `${watched} stopped after ${number}`);
      await rotateVault(repository, made.main);
      await holds(made, { A: ["of A"], B: ["of B"] }, "rotated");
      const left = [...Deno.readDirSync(keys)].map(({ name }) => name).sort();
      deepEqual(left, [".svc-main.key.lock", "main.key"]);
      if (!stopped) break;
      stops++;
    }
  }
  ok(stops > 10, `${stops} stops`);
});

async function fill(made: Awaited<ReturnType<typeof localVault>>, { before, earlier }: Case) {
  if (earlier) {
    const key = earlierKey();
    await writeFiles(made.folder, { ".key": key, "C.enc": earlierSecret(before["C"]!, key) });
    await Deno.chmod(made.folder, 0o700);
    await Deno.chmod(`${made.folder}/.key`, 0o600);
  }
  for (const [key, value] of Object.entries(before)) {
    if (!earlier || key !== "C") await put(made, key, value);
  }
}

async function put(
  { repository, main }: Awaited<ReturnType<typeof localVault>>,
  key: string,
  value: string,
) {
  await using vault = await openVault(repository, main);
  await vault.put(key, value);
}

/** What the vault holds, each key with one of the values allowed for it. */
async function holds(
  { repository, main }: Awaited<ReturnType<typeof localVault>>,
  allowed: Allowed,
  at: string,
): Promise<Record<string, string | undefined>> {
  await using vault = await openVault(repository, main);
  const keys = await vault.list();
  const found: Record<string, string | undefined> = {};
  for (const [key, values] of Object.entries(allowed)) {
    const value = keys.includes(key) ? await vault.get(key) : undefined;
    ok(values.includes(value), `${at}: ${key} is ${value?.slice(0, 20)}`);
    found[key] = value;
  }
  deepEqual(keys.filter((key) => !Object.hasOwn(allowed, key)), [], at);
  return found;
}
