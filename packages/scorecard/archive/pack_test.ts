import assert from "node:assert/strict";
import fc from "fast-check";
import { packArchive, type PackEntry } from "./pack.ts";
import { readArchive } from "./read.ts";
import { concat, file, gzip, MANIFEST, SOUND, tar } from "./testing.ts";

const encoder = new TextEncoder();
const manifest: PackEntry = { path: "manifest.yaml", bytes: encoder.encode(MANIFEST) };

const segment = fc.stringMatching(/^[a-z0-9_-]{1,12}$/)
  .filter((name) => !/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name)); // devices on Windows
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((all) =>
  `lib/${all.join("/")}.ts`
);
const entries = fc.uniqueArray(
  fc.record({ path, bytes: fc.uint8Array({ maxLength: 2000 }), executable: fc.boolean() }),
  { selector: (entry) => entry.path, maxLength: 12 },
);

/** Lists or extracts with the system's tar. */
async function systemTar(args: string[], stdin: Uint8Array<ArrayBuffer>) {
  const child = new Deno.Command("tar", {
    args: ["--quoting-style=literal", ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [output] = await Promise.all([
    child.output(),
    new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {}),
  ]);
  return output;
}

Deno.test("archive: what is packed is read back, whatever the order, and gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (files) => {
      const packed = await packArchive([manifest, ...files]);
      assert.deepEqual(await packArchive([...files.toReversed(), manifest]), packed);
      const archive = await readArchive(packed);
      assert.equal(archive.files.size, files.length + 1);
      for (const { path, bytes, executable } of files) {
        assert.deepEqual(archive.files.get(path), { bytes, executable });
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("archive: packing refuses what reading would refuse", async () => {
  const one = (path: string, length = 1) => [manifest, { path, bytes: new Uint8Array(length) }];
  await assert.rejects(packArchive(one("../x")), { code: "archive_unsafe" });
  await assert.rejects(packArchive(one("MANIFEST.yaml")), { code: "archive_unsafe" });
  await assert.rejects(packArchive(one("x", 1_000_001)), { code: "archive_too_large" });
  await assert.rejects(packArchive(one("n".repeat(101))), { code: "archive_too_large" });
  const many = Array.from({ length: 501 }, (_, i) => ({ path: `${i}`, bytes: new Uint8Array() }));
  await assert.rejects(packArchive([manifest, ...many]), { code: "archive_too_large" });
  const parts = (of: number) =>
    Array.from({ length: 10 }, (_, i) => ({ path: `${i}`, bytes: random(of) }));
  await assert.rejects(
    packArchive([manifest, ...parts(1_000_000)]),
    /together larger than 10000000 bytes/,
  );
});

Deno.test("archive: a long path that ustar can hold is packed and read back", async () => {
  const long = `${"d".repeat(120)}/${"n".repeat(97)}.ts`;
  const archive = await readArchive(
    await packArchive([manifest, { path: long, bytes: encoder.encode("x") }]),
  );
  assert.ok(archive.files.has(long));
});

Deno.test("archive: the system's tar reads what is packed, and what it writes is read", async () => {
  const files = [manifest, { path: "lib/a/b.ts", bytes: encoder.encode("export {};\n") }];
  const list = await systemTar(["-tzf", "-"], await packArchive(files));
  assert.equal(
    new TextDecoder().decode(list.stdout),
    "extension/lib/a/b.ts\nextension/manifest.yaml\n",
  );

  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/extension/lib`, { recursive: true });
    await Deno.writeTextFile(`${folder}/extension/manifest.yaml`, MANIFEST);
    await Deno.writeTextFile(`${folder}/extension/lib/é.txt`, "é");
    for (const format of ["gnu", "ustar"]) {
      const { stdout } = await systemTar(
        ["-czf", "-", `--format=${format}`, "-C", folder, "extension"],
        new Uint8Array(),
      );
      const archive = await readArchive(stdout);
      assert.deepEqual([...archive.files.keys()], ["lib/é.txt", "manifest.yaml"]);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("archive: whatever a changed byte leaves readable, the system's tar reads alike", async () => {
  const sound = tar([...SOUND, file("files/a.txt", "a".repeat(700)), file("files/b.txt", "b")]);
  const change = fc.record({
    // Headers, not content: 512-byte blocks 0, 1, 3, 5 and 8 of this tar.
    block: fc.constantFrom(0, 1, 3, 5, 8),
    offset: fc.nat(511),
    byte: fc.nat(255),
    fixed: fc.boolean(),
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(change, async ({ block, offset, byte, fixed }) => {
      const changed = concat([sound]);
      changed[block * 512 + offset] = byte;
      if (fixed) fixChecksum(changed.subarray(block * 512, block * 512 + 512));
      const archive = await readArchive(await gzip(changed)).catch(() => undefined);
      if (!archive) return;
      accepted++;
      const list = await systemTar(["-tf", "-"], changed);
      const names = new TextDecoder().decode(list.stdout).trimEnd().split("\n")
        .filter((name) => !name.endsWith("/")).map((name) => name.replace("extension/", ""));
      assert.deepEqual(names.sort(), [...archive.files.keys()]);
      const whole = await systemTar(["-xOf", "-"], changed);
      const ours = concat(names.map((name) => archive.files.get(name)!.bytes));
      assert.equal(whole.stdout.length, ours.length);
    }),
    { numRuns: 150, seed: 20261121 },
  );
  assert.ok(accepted > 10, `${accepted} accepted`);
});

function random(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, length)));
  }
  return bytes;
}

function fixChecksum(header: Uint8Array): void {
  header.fill(32, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.set(encoder.encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
}
