import assert from "node:assert/strict";
import { LICENSE_FILE_NAMES, licenseFileRank } from "./files.ts";

/** Names seen in published projects, written out by hand: those of spec §2.6 first. */
const COMMON = "LICENSE LICENSE.md LICENSE.txt COPYING LICENSE.MD LICENSE.TXT License License.md"
  .concat(" License.txt license license.md license.txt LICENCE LICENCE.md licence.txt Licence")
  .concat(" COPYING.md COPYING.txt Copying copying COPYING.LESSER COPYING.LIB COPYING.lesser")
  .concat(" LICENSE-MIT LICENSE-APACHE LICENSE-APACHE-2.0 LICENSE-MIT.txt LICENSE-MIT.md")
  .concat(" license-apache LICENSE-BSD-3-Clause LICENSE-GPL-3.0 UNLICENSE UNLICENSE.txt unlicense")
  .concat(" Unlicense UNLICENSE.md LICENCE-MIT LICENSE.rst").split(" ");

Deno.test("a licence file's common names count, in any letter case", () => {
  for (const name of COMMON) assert.notEqual(licenseFileRank(name), undefined, name);
});

Deno.test("names that only begin or end like a licence's do not count", () => {
  for (
    const name of [
      "LICENSES",
      "LICENSE.html",
      "LICENSE-MIT.ts",
      "LICENSE.ts",
      "UNLICENSED",
      "NOTICE",
    ]
      .concat("MY-LICENSE", "LICENSE.md.txt", "LICENSE-", "LICENSE_MIT_header.json", "COPY", "")
      .concat("LICENSE ", "LICENSE\u200b", "L\u0130CENSE", "license.tx", "license.txtt")
  ) assert.equal(licenseFileRank(name), undefined, JSON.stringify(name));
});

Deno.test("the plain name is looked for before its variants, and no name is listed twice", () => {
  const rank = (name: string) => licenseFileRank(name)!;
  const order = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENSE-MIT", "COPYING", "UNLICENSE"];
  assert.deepEqual([...order].sort((a, b) => rank(a) - rank(b)), order);
  assert.equal(rank("LICENSE"), 0);
  assert.equal(new Set(LICENSE_FILE_NAMES).size, LICENSE_FILE_NAMES.length);
});
