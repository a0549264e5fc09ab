import assert from "node:assert/strict";
import { LICENSE_FILE_NAMES, licenseFileRank, README_FILE_NAMES } from "./files.ts";

/** Names seen in published projects, written out by hand: those of spec §2.6 first. */
const COMMON = "LICENSE LICENSE.md LICENSE.txt COPYING LICENSE.MD LICENSE.TXT License License.md"
  .concat(" License.txt license license.md license.txt LICENCE LICENCE.md licence.txt Licence")
  .concat(" COPYING.md COPYING.txt Copying copying COPYING.LESSER COPYING.LIB COPYING.lesser")
  .concat(" LICENSE-MIT LICENSE-APACHE LICENSE-APACHE-2.0 LICENSE-MIT.txt LICENSE-MIT.md")
  .concat(" license-apache LICENSE-BSD-3-Clause LICENSE-GPL-3.0 UNLICENSE UNLICENSE.txt unlicense")
  .concat(" Unlicense UNLICENSE.md LICENCE-MIT LICENSE.rst UNLICENCE LICENSE-APACHE2 LICENSE-BSD")
  .concat(" LICENSE-BSD2 LICENSE-BSD3 LICENSE-BSD-2-Clause LICENSE-0BSD LICENSE-ISC LICENSE-ZLIB")
  .concat(" LICENSE-BOOST LICENSE-BSL LICENSE-MPL LICENSE-MPL-2.0 LICENSE-GPL LICENSE-GPL2")
  .concat(" LICENSE-GPL3 LICENSE-GPL-2.0 LICENSE-LGPL LICENSE-LGPL-2.1 LICENSE-LGPL-3.0")
  .concat(" LICENSE-AGPL LICENSE-AGPL-3.0 LICENSE-CC0 LICENSE-CC0-1.0 LICENSE-UNLICENSE")
  .concat(" LICENSE-WTFPL").split(" ");

Deno.test("a README has one of the four names of spec §2.6", () => {
  assert.equal(README_FILE_NAMES.join(" "), "README.md README.MD readme.md Readme.md");
});

Deno.test("a license file's common names count, in any letter case", () => {
  for (const name of COMMON) assert.notEqual(licenseFileRank(name), undefined, name);
});

Deno.test("names that only begin or end like a license's do not count", () => {
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
