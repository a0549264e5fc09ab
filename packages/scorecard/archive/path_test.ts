import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { packArchive } from "./pack.ts";
import { readArchive } from "./read.ts";
import { file, MANIFEST, packed, type RawEntry, SOUND } from "./testing.ts";

const encoder = new TextEncoder();

/** Refused by who packs and by who reads, with one code and one reason. */
async function refusedBoth(paths: string[], code: string, says: RegExp) {
  const because = (error: unknown) => {
    assert.ok(isSvcError(error), String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, says);
    // The name may be shown, what is not seen in it may not.
    assert.doesNotMatch(JSON.stringify(error), /[\p{Cf}\p{Zl}\p{Zp}]/u);
    return true;
  };
  const entries = ["manifest.yaml", ...paths].map((path) => ({
    path,
    bytes: encoder.encode(path === "manifest.yaml" ? MANIFEST : "x"),
  }));
  await assert.rejects(packArchive(entries), because);
  const archive = await packed([...SOUND, ...paths.map(entry)]);
  await assert.rejects(readArchive(archive), because);
}

/** A long path stands in two fields of a tar header. */
function entry(path: string): RawEntry {
  const cut = path.lastIndexOf("/");
  return encoder.encode(path).length <= 90 ? file(path) : {
    ...file(path),
    prefix: `extension/${path.slice(0, cut)}`,
    name: path.slice(cut + 1),
  };
}

const UNSAFE: [what: string, path: string, says: RegExp][] = [
  ["a right-to-left override", "models/exe\u202etxt.ts", /\\u202e, which is invisible/],
  ["a space of no width", "models/to\u200bol.ts", /\\u200b, which is invisible/],
  ["a joiner", "models/to\u200dol.ts", /invisible/],
  ["a hard space", "models/a\u00a0b.ts", /invisible/],
  ["a control of the second set", "a\u009b2J.ts", /invisible/],
  ["a line break", "a\nb.ts", /a\\nb\.ts has the character \\n/],
  ["a line separator", "a\u2028b.ts", /invisible/],
  ["a character that is not assigned", "a\u0378.ts", /invisible/],
  ["a Cyrillic letter", "models/\u0441ore.ts", /has '\u0441' \(U\+0441\), which may look like/],
  ["a name all in Cyrillic", "\u0441\u043e\u0440\u0443.md", /U\+0441/],
  ["a Greek letter", "models/t\u03bfol.ts", /U\+03BF/],
  ["a Cherokee letter", "\u13aaest.md", /U\+13AA/],
  ["an Armenian letter", "\u0578.md", /U\+0578/],
  ["a letter of full width", "\uff41.md", /U\+FF41/],
  ["a letter of mathematics", "\u{1d41a}.md", /U\+1D41A/],
  ["a Latin letter like another", "d\u0251ta.md", /U\+0251/],
  ["a dotless i", "f\u0131le.md", /U\+0131/],
  ["a ligature", "\ufb01le.ts", /U\+FB01/],
  ["a long s", "\u017f.ts", /U\+017F/],
  ["a unit's sign", "\u212a.ts", /U\+212A/],
  ["a slash of full width", "a\uff0fb.ts", /U\+FF0F/],
  ["a slash of fractions", "a\u2044b.ts", /U\+2044/],
  ["a dot of another kind", "a\u2024ts", /U\+2024/],
  ["a hyphen of another kind", "a\u2010b.ts", /U\+2010/],
  ["a digit of another script", "a\u0966.ts", /U\+0966/],
  ["an accent on nothing", "models/\u0301a.ts", /which may look like/],
  ["a trailing space", "models/a.ts ", /not portable/],
  ["a trailing space of a folder", "models /a.ts", /not portable/],
  ["a trailing dot of a folder", "models./a.ts", /not portable/],
  ["a leading space", "models/ a.ts", /not portable/],
  ["a question mark", "a?.ts", /not portable/],
  ["a Windows device", "models/con", /not portable/],
  ["a Windows device in capitals", "NUL", /not portable/],
  ["a Windows device with an ending", "docs/COM1.txt", /not portable/],
  ["a Windows device with two endings", "lpt9.tar.gz", /not portable/],
  ["a Windows device with a space", "aux .md", /not portable/],
  ["a Windows device with a small number", "COM\u00b9", /not portable/],
  ["a Windows device as a folder", "prn/a.ts", /not portable/],
];
for (const [what, path, says] of UNSAFE) {
  Deno.test(`archive path: ${what} is refused by who packs and who reads`, async () => {
    await refusedBoth([path], "archive_unsafe", says);
  });
}

const COLLIDING: [string, string][] = [
  ["stra\u00dfe.ts", "strasse.ts"],
  ["stra\u00dfe.ts", "STRASSE.ts"],
  ["\u0130.ts", "i.ts"],
  ["caf\u00e9.md", "cafe\u0301.md"],
  ["caf\u00e9/a.ts", "cafe\u0301/b.ts"],
  ["\u00df/a.ts", "ss/b.ts"],
];
for (const paths of COLLIDING) {
  Deno.test(`archive path: ${paths.join(" and ")} together are refused by both`, async () => {
    await refusedBoth(paths, "archive_unsafe", /differs from .* only in case or accents/);
  });
}

Deno.test("archive path: its limit counts bytes, not UTF-16 units", async () => {
  const accents = (bytes: number) => "\u00e9".repeat(bytes / 2);
  const path = `${accents(144)}/${accents(100)}`;
  assert.ok(path.length < 240 && encoder.encode(path).length === 245);
  await refusedBoth([path], "archive_too_large", /has a path of 245 bytes; 240 allowed/);
  const fits = `${accents(138)}/${accents(100)}`;
  const bytes = encoder.encode(fits);
  const archive = await packArchive([
    { path: "manifest.yaml", bytes: encoder.encode(MANIFEST) },
    { path: "models/tool.ts", bytes },
    { path: fits, bytes },
  ]);
  assert.deepEqual((await readArchive(archive)).files.get(fits)?.bytes, bytes);
});

Deno.test("archive path: the last part of a name is measured in bytes too", async () => {
  const path = "\u00e9".repeat(51);
  await assert.rejects(
    packArchive([{ path, bytes: new Uint8Array() }]),
    /more than 100 bytes in its last part/,
  );
});

for (
  const path of [
    "console.ts",
    "a b/c.ts",
    "名前/ü.md",
    "cafe\u0301.md",
    "データ/表ー.md",
    "한글.md",
    "Łódź/ångström.md",
    "com10.txt",
    "auxiliary.md",
    ".env.x",
  ]
) {
  Deno.test(`archive path: ${path} is packed and read`, async () => {
    const bytes = encoder.encode("x");
    const archive = await packArchive([
      { path: "manifest.yaml", bytes: encoder.encode(MANIFEST) },
      { path: "models/tool.ts", bytes },
      { path, bytes },
    ]);
    assert.ok((await readArchive(archive)).files.has(path));
  });
}
