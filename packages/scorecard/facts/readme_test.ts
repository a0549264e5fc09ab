import assert from "node:assert/strict";
import { licenseFile, readmeFacts, readmeText } from "./readme.ts";

const encoder = new TextEncoder();
const holding = (...paths: string[]) =>
  new Map(paths.map((path) => [path, { bytes: encoder.encode(path) }]));

for (const name of ["README.md", "README.MD", "readme.md", "Readme.md"]) {
  Deno.test(`readme: ${name} counts at the root and directly under files/ (spec §2.6)`, () => {
    for (const path of [name, `files/${name}`]) {
      assert.equal(readmeFacts(holding("models/a.ts", path))?.path, path);
    }
  });
}

Deno.test("readme: other names and deeper folders do not count", () => {
  for (
    const path of ["README", "README.txt", "ReadMe.md", "readme.MD", "models/README.md"]
      .concat("files/docs/README.md", "files/files/README.md", "README.md.txt", "xREADME.md")
  ) {
    assert.equal(readmeFacts(holding(path)), null, path);
    assert.equal(readmeText(holding(path)), null, path);
  }
});

Deno.test("readme: the root's comes before that of files/, and the names in the spec's order", () => {
  const path = (...paths: string[]) => readmeFacts(holding(...paths))?.path;
  assert.equal(path("files/README.md", "Readme.md"), "Readme.md");
  assert.equal(path("Readme.md", "readme.md", "README.MD"), "README.MD");
});

Deno.test("readme: its length is in code points, and a byte order mark is not a character", () => {
  const text = (content: string) =>
    readmeFacts(new Map([["README.md", { bytes: encoder.encode(content) }]]));
  assert.equal(text("aé😀")?.characters, 3);
  assert.equal(text("\u{1f469}\u200d\u{1f4bb}")?.characters, 3);
  assert.equal(text("\ufeffab")?.characters, 2);
  assert.equal(text("")?.characters, 0);
  assert.equal(text("~~~\nrun\n~~~\n")?.codeBlocks, 1);
});

for (const name of ["LICENSE", "license.txt", "COPYING.LESSER", "LICENSE-MIT", "UNLICENSE"]) {
  Deno.test(`license: ${name} counts at the root and directly under files/ (spec §2.6)`, () => {
    for (const path of [name, `files/${name}`]) assert.equal(licenseFile(holding(path)), path);
  });
}

Deno.test("license: other names and deeper folders do not count", () => {
  for (
    const path of ["LICENSE-MIT.ts", "UNLICENSED", "models/LICENSE", "files/a/LICENSE"]
      .concat("files/files/LICENSE", "license/MIT", "filesLICENSE", "files/")
  ) {
    assert.equal(licenseFile(holding(path)), null, path);
  }
});

Deno.test("license: the root's comes before that of files/, the plain name before its variants", () => {
  const two = (
    ...paths: string[]
  ) => [licenseFile(holding(...paths)), licenseFile(holding(...paths.toReversed()))];
  assert.deepEqual(two("COPYING", "files/LICENSE"), ["COPYING", "COPYING"]);
  assert.deepEqual(two("LICENSE-MIT", "LICENSE"), ["LICENSE", "LICENSE"]);
  assert.deepEqual(two("files/license", "files/LICENSE"), ["files/LICENSE", "files/LICENSE"]);
});

Deno.test("readme: a NUL does not end its text, and is replaced as CommonMark has it", () => {
  const files = new Map([["README.md", { bytes: encoder.encode("before\0after") }]]);
  assert.equal(readmeText(files), "before\uFFFDafter");
});
