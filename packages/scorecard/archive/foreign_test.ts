import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { packTar } from "modern-tar";
import { readArchive } from "./read.ts";
import { file, gzip, MANIFEST, packed, type RawEntry, SOUND } from "./testing.ts";

const bytes = (length: number) => new Uint8Array(length).fill(97);
const folder = (path: string): RawEntry => ({ name: `extension/${path}/`, flag: "5" });

/** One pax record: the length counts its own digits. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = new TextEncoder().encode(rest).length;
  const digits = [1, 2, 3, 4, 5].find((count) => String(length + count).length === count)!;
  return `${length + digits}${rest}`;
}

const pax = (records: string, flag = "x"): RawEntry => ({ ...file("PaxHeader/a", records), flag });

async function pathsOf(entries: readonly RawEntry[]): Promise<string[]> {
  return [...(await readArchive(await packed(entries))).files.keys()];
}

Deno.test("archive: the layout of another tool is read: empty folders, compiled bundles, any order, any mode", async () => {
  const KINDS = ["models", "workflows", "vaults", "drivers", "datastores", "reports", "skills"];
  const compiled = ["bundles", "vault-bundles", "driver-bundles", "datastore-bundles"];
  const archive = await readArchive(
    await packed([
      { name: "extension/", flag: "5", mode: 0o775 },
      ...[...compiled, "report-bundles", ...KINDS, "files"].map(folder),
      file("bundles/tool.js", bytes(3_000_000)),
      file("report-bundles/deep/er/r.js", "eval(1)"),
      { ...file("models/tool.ts", "export {};\n"), mode: 0o664 },
      { ...file("files/run", "x"), mode: 0o755 },
      { name: "extension/manifest.yaml", bytes: new TextEncoder().encode(MANIFEST), mode: 0o777 },
    ]),
  );
  assert.deepEqual([...archive.files.keys()], ["files/run", "manifest.yaml", "models/tool.ts"]);
  assert.equal(archive.unpackedBytes, 11 + 1 + MANIFEST.length);
  assert.equal(archive.descriptor, undefined);
});

Deno.test("archive: compiled bundles count against no limit of sources, whatever their number and size", async () => {
  const bundles = Array.from({ length: 300 }, (_, at) => file(`bundles/${at}.js`, bytes(1000)));
  const big = Array.from(
    { length: 12 },
    (_, at) => file(`vault-bundles/${at}.js`, bytes(1_500_000)),
  );
  assert.equal((await pathsOf([...SOUND, ...bundles, ...big])).length, 2);
});

Deno.test("archive: 150 files of skills stand beside 500 sources", async () => {
  const many = (path: string, count: number) =>
    Array.from({ length: count }, (_, at) => file(`${path}/${at}.md`));
  assert.equal(
    (await pathsOf([...SOUND, ...many("skills/a", 150), ...many("files", 499)])).length,
    651,
  );
  await assert.rejects(pathsOf([...SOUND, ...many("skills/a", 151)]), /150 files of skills/);
});

const passedOver: [rule: string, entries: RawEntry[]][] = [
  ["what macOS adds for attributes", [file("models/._tool.ts", "x"), {
    ...file("x"),
    name: "._extension",
  }]],
  ["times and owners in a pax header", [
    pax(record("mtime", "1.5") + record("SCHILY.xattr.user.a", "b")),
  ]],
  ["a pax header that repeats name and size", [
    pax(record("path", "extension/models/z.ts") + record("size", "1")),
    file("models/z.ts"),
  ]],
  ["times behind a short prefix", [
    {
      ...file("models/z.ts"),
      name: "z.ts",
      prefix: "extension/models",
      afterPrefix: "14712345670 14712345670 ",
    },
  ]],
  ["the commit that git archive notes", [pax(record("comment", "c0ffee"), "g")]],
];
for (const [rule, entries] of passedOver) {
  Deno.test(`archive: ${rule} is passed over`, async () => {
    const paths = await pathsOf([...entries, ...SOUND]);
    assert.deepEqual(paths.filter((path) => path !== "models/z.ts"), [
      "manifest.yaml",
      "models/tool.ts",
    ]);
  });
}

Deno.test("archive: one './' before each name is fine, and means the same file", async () => {
  const dotted = SOUND.map((entry) => ({ ...entry, name: `./${entry.name}` }));
  const around = { name: "./", flag: "5" };
  assert.deepEqual(await pathsOf([around, ...dotted]), ["manifest.yaml", "models/tool.ts"]);
  await assert.rejects(pathsOf([...SOUND, dotted[2]!]), /appears twice/);
  await assert.rejects(pathsOf([...SOUND, { name: "././extension/a" }]), /'\.' segment/);
});

const hostile: [rule: string, entries: RawEntry[], says: RegExp][] = [
  [
    "a name that a pax header changes",
    [pax(record("path", "extension/a.ts")), file("b.ts")],
    /second name/,
  ],
  [
    "a size that a pax header changes",
    [pax(record("size", "4")), file("b.ts", "x")],
    /second size/,
  ],
  [
    "a link target in a pax header",
    [pax(record("linkpath", "/etc")), file("b.ts")],
    /sets "linkpath"/,
  ],
  [
    "a sparse map in a pax header",
    [pax(record("GNU.sparse.major", "1")), file("b.ts")],
    /GNU\.sparse/,
  ],
  ["a real size in a pax header", [pax(record("SCHILY.realsize", "9")), file("b.ts")], /realsize/],
  ["a path for all entries", [pax(record("path", "x"), "g")], /global pax header that sets "path"/],
  [
    "two pax headers for one entry",
    [pax(record("path", "x")), pax(record("mtime", "1"))],
    /after another/,
  ],
  ["text behind a short prefix", [{
    ...file("b.ts"),
    prefix: "x",
    afterPrefix: "14712345670 ../../evil  ",
  }], /NUL inside/],
  ["a record longer than its header", [pax("99 mtime=1\n"), file("b.ts")], /not a pax header/],
  ["a record without a key", [pax("5 =a\n"), file("b.ts")], /not a pax header/],
  ["a record of no length", [pax("0 mtime=1\n"), file("b.ts")], /not a pax header/],
  [
    "a pax header without end",
    [pax(record("comment", "x".repeat(70_000)))],
    /pax header of 7\d+ bytes/,
  ],
  ["a compiled file that leads outside", [file("bundles/../../x.js")], /leads outside/],
  [
    "a link among compiled files",
    [{ ...file("bundles/a.js"), flag: "2", link: "/etc" }],
    /symbolic link/,
  ],
  ["a compiled file twice", [file("bundles/a.js"), file("bundles/a.js")], /twice/],
  ["pax headers for all without end", Array(9).fill(pax(record("comment", "x"), "g")), /too many/],
  [
    "compiled files without end",
    Array.from({ length: 2_000 }, (_, at) => file(`bundles/${at}.js`)),
    /is one too many: 2000 entries/,
  ],
];
for (const [rule, entries, says] of hostile) {
  Deno.test(`archive: ${rule}: refused`, async () => {
    await assert.rejects(
      pathsOf([...SOUND, ...entries]),
      (error) => isSvcError(error) && says.test(error.message),
    );
  });
}

Deno.test("archive: compiled files that inflate beyond all bounds are given up by their headers", async () => {
  const big = { ...file("bundles/big.js"), size: LIMITS.archive.inflatedBytes };
  await assert.rejects(pathsOf([...SOUND, big]), { code: "archive_too_large" });
});

Deno.test("archive: what modern-tar packs with paths, times and owners of its own is read", async () => {
  const long = `extension/models/${"folder/".repeat(14)}tool.ts`;
  const manifest = MANIFEST.replace("tool.ts", long.slice("extension/models/".length));
  const tar = await packTar([
    {
      header: {
        name: "extension/",
        type: "directory",
        size: 0,
        mtime: new Date(),
        uid: 501,
        gid: 20,
        uname: "me",
      },
    },
    { header: { name: long, size: 11, mtime: new Date(), mode: 0o600 }, body: "export {};\n" },
    { header: { name: "extension/manifest.yaml", size: manifest.length }, body: manifest },
  ]);
  const { files } = await readArchive(await gzip(new Uint8Array(tar)));
  assert.deepEqual([...files.keys()], ["manifest.yaml", long.slice("extension/".length)]);
});
