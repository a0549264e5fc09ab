import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { readArchive } from "./read.ts";
import { concat, file, gzip, MANIFEST, packed, type RawEntry, SOUND, tar } from "./testing.ts";

const bytes = (length: number) => new Uint8Array(length).fill(97);

async function refused(
  source: Uint8Array | ReadableStream<Uint8Array>,
  code: string,
  says: RegExp,
) {
  await assert.rejects(readArchive(source), (error) => {
    assert.ok(isSvcError(error), String(error));
    assert.equal(error.code, code);
    assert.match(error.message, says);
    return true;
  });
}

const hostile: [rule: string, entries: RawEntry[], code: string, says: RegExp][] = [
  ["a '..' segment is refused", [file("../evil.ts")], "archive_unsafe", /evil\.ts leads outside/],
  [
    "an absolute path is refused",
    [{ name: "/etc/cron" }],
    "archive_unsafe",
    /\/etc\/cron is an abs/,
  ],
  ["a backslash is refused", [file("models\\..\\x.ts")], "archive_unsafe", /backslash/],
  ["a NUL inside a name is refused", [file("a.ts\0.png")], "archive_unsafe", /a\.ts has a NUL/],
  [
    "a control character is refused and shown",
    [file("a\u001b[2J.ts")],
    "archive_unsafe",
    /a\\x1b\[2J\.ts has the character \\x1b, which is invisible/,
  ],
  ["a '.' segment is refused", [file("./a.ts")], "archive_unsafe", /'\.' segment/],
  ["an empty segment is refused", [file("models//a.ts")], "archive_unsafe", /empty or/],
  ["a Windows stream name is refused", [file("a.ts:evil")], "archive_unsafe", /not portable/],
  ["a trailing dot is refused", [file("a.ts.")], "archive_unsafe", /not portable/],
  ["an empty name is refused", [{ name: "" }], "archive_unsafe", /empty name/],
  ["a second root is refused", [{ name: "other/a.ts" }], "archive_unsafe", /outside the root/],
  [
    "a file beside the root is refused",
    [{ name: "extension-evil/a.ts" }],
    "archive_unsafe",
    /outside the root/,
  ],
  [
    "a name that is not UTF-8 is refused",
    [{ name: concat([new TextEncoder().encode("extension/"), new Uint8Array([0xff, 0xfe])]) }],
    "archive_unsafe",
    /not UTF-8/,
  ],
  [
    "a name twice is refused",
    [file("a.ts"), file("a.ts")],
    "archive_unsafe",
    /a\.ts appears twice/,
  ],
  [
    "a folder twice is refused",
    [{ name: "extension/m/", flag: "5" }, { name: "extension/m/", flag: "5" }],
    "archive_unsafe",
    /twice/,
  ],
  ["names that differ in case are refused", [file("A.ts"), file("a.ts")], "archive_unsafe", /case/],
  [
    "folders that differ in case are refused",
    [file("Lib/a.ts"), file("lib/b.ts")],
    "archive_unsafe",
    /case/,
  ],
  [
    "names that differ in their accents' encoding are refused",
    [file("caf\u00e9.ts"), file("cafe\u0301.ts")],
    "archive_unsafe",
    /accents/,
  ],
  [
    "a file where a folder must be is refused",
    [file("lib"), file("lib/b.ts")],
    "archive_unsafe",
    /both a file and a folder/,
  ],
  [
    "a folder where a file must be is refused",
    [file("lib/b.ts"), file("lib")],
    "archive_unsafe",
    /both a file and a folder/,
  ],
  [
    "two manifests are refused",
    [file("Manifest.yaml", MANIFEST)],
    "archive_unsafe",
    /second manifest/,
  ],
  [
    "a manifest.yml is refused",
    [file("manifest.yml", MANIFEST)],
    "archive_unsafe",
    /second manifest/,
  ],
  [
    "a hard link is refused",
    [{ ...file("a"), flag: "1", link: "b" }],
    "archive_unsafe",
    /hard link/,
  ],
  [
    "a symbolic link is refused",
    [{ ...file("a"), flag: "2", link: "/etc" }],
    "archive_unsafe",
    /extension\/a is a symbolic link/,
  ],
  ["a character device is refused", [{ ...file("a"), flag: "3" }], "archive_unsafe", /device/],
  ["a block device is refused", [{ ...file("a"), flag: "4" }], "archive_unsafe", /device/],
  ["a named pipe is refused", [{ ...file("a"), flag: "6" }], "archive_unsafe", /pipe/],
  ["a sparse file is refused", [{ ...file("a"), flag: "S" }], "archive_unsafe", /sparse/],
  ["an unknown entry type is refused", [{ ...file("a"), flag: "Z" }], "archive_unsafe", /unknown/],
  [
    "a pax size that differs from the header's is refused",
    [{ ...file("PaxHeader/a", "16 size=1048576\n"), flag: "x" }, file("a.ts")],
    "archive_unsafe",
    /pax header/,
  ],
  [
    "a global pax header is refused",
    [{ ...file("g", "13 path=../x\n"), flag: "g" }],
    "archive_unsafe",
    /global pax/,
  ],
  [
    "a GNU long name is refused",
    [{ ...file("././@LongLink", "../../evil\0"), flag: "L" }],
    "archive_unsafe",
    /GNU long-name/,
  ],
  [
    "a size in base 256 is refused",
    [{ ...file("a"), size: "\u0000" }],
    "archive_invalid",
    /not octal/,
  ],
  ["a negative size is refused", [{ ...file("a"), size: "-1" }], "archive_invalid", /not octal/],
  [
    "a folder with content is refused",
    [{ ...file("d/"), flag: "5" }],
    "archive_unsafe",
    /folder with content/,
  ],
  ["a file named as a folder is refused", [file("d/")], "archive_unsafe", /name of a folder/],
  [
    "a header with a bad checksum is refused",
    [{ ...file("a"), badChecksum: true }],
    "archive_invalid",
    /checksum/,
  ],
  [
    "a header of another form is refused",
    [{ ...file("a"), magic: "" }],
    "archive_invalid",
    /ustar/,
  ],
  [
    "a file beyond 1 MB is refused by its header",
    [{ ...file("big.ts", bytes(10)), size: LIMITS.archive.fileBytes + 1 }],
    "archive_too_large",
    /big\.ts has 1000001 bytes/,
  ],
  [
    "a sum beyond 10 MB is refused",
    Array.from({ length: 11 }, (_, i) => file(`${i}.txt`, bytes(950_000))),
    "archive_too_large",
    /10\.txt makes all files together/,
  ],
  [
    "a 501st file is refused",
    Array.from({ length: 500 }, (_, i) => file(`${i}.txt`)),
    "archive_too_large",
    /499\.txt is one too many: 500 files/,
  ],
  [
    "a 501st folder is refused",
    Array.from({ length: 500 }, (_, i) => ({ name: `extension/${i}/`, flag: "5" })),
    "archive_too_large",
    /500 folders/,
  ],
  [
    "a path beyond the limit is refused",
    [{
      ...file(`${"n".repeat(80)}`),
      prefix: `extension/${"p".repeat(140)}`,
      name: "n".repeat(100),
    }],
    "archive_too_large",
    /path of 241 bytes/,
  ],
];

for (const [rule, entries, code, says] of hostile) {
  Deno.test(`archive: ${rule}`, async () => {
    await refused(await packed([...SOUND, ...entries]), code, says);
  });
}

Deno.test("archive: bytes that are not gzip are refused", async () => {
  await refused(tar(SOUND), "archive_invalid", /not gzip/);
  await refused(new Uint8Array(), "archive_invalid", /not gzip/);
});

Deno.test("archive: every truncation of a sound archive is refused", async () => {
  const sound = await packed(SOUND);
  for (let length = 0; length < sound.length; length++) {
    await refused(sound.subarray(0, length), "archive_invalid", /not gzip|cut short/);
  }
});

Deno.test("archive: a tar cut short inside whole gzip is refused", async () => {
  const whole = tar(SOUND);
  for (const length of [0, 300, 512, 700, whole.length - 1024, whole.length - 512]) {
    await refused(await gzip(whole.slice(0, length)), "archive_invalid", /cut short/);
  }
});

Deno.test("archive: damaged gzip is refused", async () => {
  const damaged = await packed(SOUND);
  damaged[damaged.length - 6]! ^= 1;
  await refused(damaged, "archive_invalid", /damaged/);
});

Deno.test("archive: data after the end of the tar is refused, a record of zeros is not", async () => {
  const second = concat([tar(SOUND), tar([file("hidden.ts")])]);
  await refused(await gzip(second), "archive_invalid", /follows the end/);
  await readArchive(await gzip(concat([tar(SOUND), new Uint8Array(10_240 - 1024)])));
  const endless = concat([tar(SOUND), new Uint8Array(1_000_000)]);
  await refused(await gzip(endless), "archive_invalid", /follows the end/);
});

Deno.test("archive: data after the gzip member is refused, a second member too", async () => {
  const sound = await packed(SOUND);
  await refused(concat([sound, new Uint8Array([0])]), "archive_invalid", /further bytes/);
  await refused(concat([sound, sound]), "archive_invalid", /further bytes/);
});

Deno.test("archive: more than 50 MB packed is refused without reading on", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  await refused(endless, "archive_too_large", /packed bytes/);
  assert.ok(pulled <= 55, `pulled ${pulled} times`);
});

Deno.test("archive: without a manifest, or with a broken one, it is refused by name", async () => {
  await refused(await packed([file("a.ts")]), "archive_invalid", /no extension\/manifest\.yaml/);
  const future = MANIFEST.replace("manifestVersion: 1", "manifestVersion: 2");
  await refused(
    await packed([file("manifest.yaml", future)]),
    "manifest_version_unsupported",
    /extension\/manifest\.yaml:1/,
  );
});

Deno.test("archive: a manifest that is not UTF-8 is refused by name", async () => {
  const latin = new Uint8Array([...new TextEncoder().encode(MANIFEST), 0x23, 0xe9]);
  await refused(
    await packed([file("manifest.yaml", latin)]),
    "archive_invalid",
    /extension\/manifest\.yaml is not UTF-8/,
  );
});

Deno.test("archive: a sound one is read, from bytes and from a stream, with its checksum", async () => {
  const source = await packed([...SOUND, { ...file("files/run"), mode: 0o755 }]);
  const archive = await readArchive(source);
  assert.deepEqual([...archive.files.keys()], ["files/run", "manifest.yaml", "models/tool.ts"]);
  assert.equal(archive.files.get("files/run")!.executable, true);
  assert.equal(archive.files.get("manifest.yaml")!.executable, false);
  assert.equal(archive.manifest.name, "@team/tool");
  assert.equal(archive.descriptor, undefined);
  assert.equal(archive.packedBytes, source.length);
  assert.equal(archive.unpackedBytes, MANIFEST.length + 11 + 1);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", source)).toHex();
  assert.equal(archive.checksum, digest);
  assert.deepEqual(await readArchive(new Blob([source]).stream()), archive);
});
