import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { sha256Hex } from "../base/files/digest.ts";
import { listFilesBelow } from "../base/files/read.ts";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { OWNER } from "../testing/stored.ts";

const ID = "11111111-2222-4333-8444-555555555555";

/** The file of a version as svc writes it, but for what is given. */
async function versionFile(
  more: Record<string, unknown> = {},
  options: { line?: Record<string, unknown>; content?: string } = {},
): Promise<string> {
  const content = options.content ?? '"stolen"';
  const metadata = {
    id: ID,
    name: "a",
    version: 7,
    contentType: "application/json",
    lifetime: "infinite",
    garbageCollection: 10,
    streaming: false,
    tags: { type: "resource", specName: "thing", modelName: "hello" },
    ownerDefinition: { ownerType: "model-method", ownerRef: OWNER.id },
    createdAt: "2026-01-02T03:04:05.000Z",
    size: content.length,
    checksum: await sha256Hex(content),
    ...more,
  };
  return `${JSON.stringify({ svc: 1, type: OWNER.type, metadata, ...options.line })}\n${content}`;
}

const OTHER = "99999999-2222-4333-8444-555555555555";

/** Each is one lie; what a message has to say of it. */
const LIES: [string, () => Promise<string>, RegExp][] = [
  ["no line at all", () => Promise.resolve("x".repeat(3_000_000)), /first line/],
  ["no JSON", () => Promise.resolve("hello\nworld"), /first line/],
  ["an empty file", () => Promise.resolve(""), /first line/],
  ["metadata of another shape", () => versionFile({ tags: [1] }), /right form/],
  ["another version's id", () => versionFile({ id: OTHER }), /says that it is version/],
  [
    "another behavior's data",
    () => versionFile({ ownerDefinition: { ownerType: "manual", ownerRef: OTHER } }),
    /belongs to the behavior/,
  ],
  ["a name that leads elsewhere", () => versionFile({ name: "../../../../evil" }), /data name/],
  ["a name that is svc's own", () => versionFile({ name: "..sync" }), /data name/],
  ["a rename that leads elsewhere", () => versionFile({ renamedTo: "../x" }), /data name/],
  ["a number that is none", () => versionFile({ version: "1/../../2" }), /version number/],
  ["a number after which none can come", () => versionFile({ version: 9e14 }), /version number/],
  ["more bytes than there are", () => versionFile({ size: 999 }), /bytes of content/],
  ["another size than there is", () => versionFile({ size: -1 }), /checksum|bytes/],
  ["another checksum", async () => versionFile({ checksum: await sha256Hex("x") }), /checksum/],
  ["a lifetime of one run", () => versionFile({ lifetime: "ephemeral" }), /one run/],
  ["a format of the future", () => versionFile({}, { line: { svc: 2 } }), /format/],
  ["a type that leads elsewhere", () => versionFile({}, { line: { type: "../../x" } }), /type/],
  [
    "a type that leads into another behavior's folder",
    () => versionFile({}, { line: { type: `@acme/thing/${OTHER}/item` } }),
    /type/,
  ],
];

/** What is in a repository apart from the exchange folder and what svc keeps for itself. */
async function everything(machine: Machine): Promise<string[]> {
  return (await listFilesBelow(machine.repository.root)).filter((path) =>
    !/datastore\/|locks\/|_catalog|\.\.sync|\.\.journal/.test(path)
  );
}

Deno.test("a file of the store that svc did not write is refused with its reason, and changes nothing", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  await machine.write("a", 1);
  await machine.sync();
  const before = await everything(machine);
  const path = `${shared.store}/data/${OWNER.id}/${ID}.version`;
  for (const [what, text, reason] of LIES) {
    await Deno.writeTextFile(path, await text());
    const { refused, pulled } = await machine.sync();
    equal(pulled, 0, what);
    equal(refused.length, 1, `${what}: ${JSON.stringify(refused)}`);
    ok(reason.test(refused[0]!.why), `${what}: ${refused[0]!.why}`);
    deepEqual(await everything(machine), before, what);
    await Deno.remove(path);
    deepEqual((await machine.sync()).refused, [], what);
  }
  await Deno.writeTextFile(path, await versionFile());
  equal((await machine.sync()).pulled, 1, "without a lie it is taken");
});

Deno.test("fields that svc does not know are not taken over; places of secrets are, as svc writes them", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  await Deno.mkdir(`${shared.store}/data/${OWNER.id}`, { recursive: true });
  const place = { path: ["token"], vault: "team", key: "k" };
  await Deno.writeTextFile(
    `${shared.store}/data/${OWNER.id}/${ID}.version`,
    await versionFile({ trusted: "/etc", secrets: [{ ...place, trusted: "/etc" }] }),
  );
  deepEqual((await machine.sync()).refused, []);
  const folder = `${machine.repository.state}/data/${OWNER.type}/${OWNER.id}/a/7`;
  const text = await Deno.readTextFile(`${folder}/metadata.yaml`);
  ok(!text.includes("trusted"), text);
  deepEqual(JSON.parse(text).secrets, [place]);
});

Deno.test("a file in place of a version that is here does not replace it", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await one.write("a", "mine");
  const [id] = [...(await one.versions()).keys()];
  await Deno.mkdir(`${shared.store}/data/${OWNER.id}`, { recursive: true });
  await Deno.writeTextFile(
    `${shared.store}/data/${OWNER.id}/${id}.version`,
    await versionFile({ id, version: 1 }),
  );
  const { refused } = await one.sync();
  ok(/is not the version/.test(refused[0]!.why), JSON.stringify(refused));
  deepEqual(await one.data(), { a: { 1: "mine" } });
  await two.sync();
  deepEqual(await two.data(), { a: { 1: "stolen" } });
  await two.write("b", 1);
  await two.sync();
  await one.sync();
  deepEqual(await one.data(), { a: { 1: "mine" }, b: { 1: 1 } });
});

Deno.test("links, folders and pipes in the place of files are not followed, on either side", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  await machine.write("a", 1);
  await machine.sync();
  const secret = `${shared.store}/secret`;
  await Deno.writeTextFile(secret, await versionFile());
  for (const base of [shared.store, machine.exchange]) {
    const path = `${base}/data/${OWNER.id}/${ID}.version`;
    await Deno.symlink(secret, path);
    equal((await machine.sync()).pulled, 0);
    await Deno.remove(path);
    await Deno.mkdir(path);
    equal((await machine.sync()).pulled, 0);
    await Deno.remove(path);
    await new Deno.Command("mkfifo", { args: [path] }).output();
    equal((await machine.sync()).pulled, 0);
    await Deno.remove(path);
  }
  const folder = `${machine.exchange}/data/${OWNER.id}`;
  await Deno.remove(folder, { recursive: true });
  await Deno.symlink(shared.store, folder);
  await rejects(machine.sync(), (error) => isSvcError(error) && error.code === "conflict");
});

Deno.test("records that svc did not write delete nothing", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  await machine.write("a", 1);
  await machine.sync();
  const [id] = [...(await machine.versions()).keys()];
  const path = `${shared.store}/data/${OWNER.id}/${ID}.record`;
  const removal = { id, name: "a", number: 1 };
  for (
    const record of [
      { removed: [removal] },
      { removed: [{ ...removal, name: "../b" }], amended: [] },
      { removed: [{ ...removal, number: 1e300 }], amended: [] },
      { removed: [removal], amended: [{ id, number: 2, tags: { a: 1 }, revision: 1 }] },
      { removed: [removal, 7], amended: [] },
    ]
  ) {
    await Deno.writeTextFile(path, JSON.stringify({ svc: 1, ...record }));
    const { refused, removed } = await machine.sync();
    deepEqual([refused.length, removed], [1, 0], JSON.stringify(record));
    await Deno.remove(path);
    // What svc knows of the store is made again from it.
    await machine.sync();
  }
  await Deno.writeTextFile(path, JSON.stringify({ svc: 1, removed: [removal], amended: [] }));
  equal((await machine.sync()).removed, 1);
});

Deno.test("a run of the store that svc did not write is refused", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  const folder = `${shared.store}/outputs/${OWNER.id}`;
  await Deno.mkdir(folder, { recursive: true });
  const part = { size: 2, checksum: await sha256Hex("{}") };
  const header = {
    svc: 1,
    id: ID,
    definition: OWNER.id,
    type: OWNER.type,
    method: "greet",
    stamp: "2026-01-02T03-04-05-678Z",
    record: part,
  };
  for (
    const lie of [
      { id: OTHER },
      { definition: OTHER },
      { method: "../../x" },
      { method: "a/b" },
      { method: "" },
      { type: `@a/${OTHER}` },
      { stamp: "../../2026" },
      { stamp: "2026-99-99T99-99-99-999Z" },
      { record: { ...part, size: 1 } },
      { record: { ...part, checksum: "0" } },
      { log: { size: 10, checksum: "0" } },
    ]
  ) {
    await Deno.writeTextFile(`${folder}/${ID}.run`, `${JSON.stringify({ ...header, ...lie })}\n{}`);
    const { refused, runs } = await machine.sync();
    deepEqual([refused.length, runs.pulled], [1, 0], JSON.stringify(lie));
    deepEqual(await everything(machine), []);
    await Deno.remove(`${folder}/${ID}.run`);
    await machine.sync();
  }
  await Deno.writeTextFile(`${folder}/${ID}.run`, `${JSON.stringify(header)}\n{}`);
  equal((await machine.sync()).runs.pulled, 1);
});

Deno.test("a store of another format is refused as a whole", async () => {
  await using shared = await sharingMachines(1);
  const [machine] = shared.all as [Machine];
  await machine.write("a", 1);
  for (const text of ['{"format":2}', "{}", "x"]) {
    await Deno.writeTextFile(`${shared.store}/svc-datastore.json`, text);
    await rejects(
      machine.sync(),
      (error) => isSvcError(error) && error.code === "datastore_failed",
    );
  }
  deepEqual([...Deno.readDirSync(shared.store)].map(({ name }) => name), ["svc-datastore.json"]);
});
