/** Names of a README that counts, in the order they are looked for (spec §2.6). */
export const README_FILE_NAMES = ["README.md", "README.MD", "readme.md", "Readme.md"] as const;

/** What a license file's name begins with, the first looked for first. Letter case is of no account. */
const LICENSE_STEMS = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "UNLICENCE"] as const;

/** What may follow, for projects that carry more than one license or name the one they have. */
const LICENSE_VARIANTS = [
  "",
  "-MIT",
  "-APACHE",
  "-APACHE2",
  "-APACHE-2.0",
  "-BSD",
  "-BSD2",
  "-BSD3",
  "-BSD-2-CLAUSE",
  "-BSD-3-CLAUSE",
  "-0BSD",
  "-ISC",
  "-ZLIB",
  "-BOOST",
  "-BSL",
  "-MPL",
  "-MPL-2.0",
  "-GPL",
  "-GPL2",
  "-GPL3",
  "-GPL-2.0",
  "-GPL-3.0",
  "-LGPL",
  "-LGPL-2.1",
  "-LGPL-3.0",
  "-AGPL",
  "-AGPL-3.0",
  "-CC0",
  "-CC0-1.0",
  "-UNLICENSE",
  "-WTFPL",
  ".LESSER",
  ".LIB",
] as const;

const LICENSE_ENDINGS = ["", ".md", ".txt", ".rst"] as const;

/**
 * Names of a license file that counts, in lower case and in the order they are looked for: `LICENSE`,
 * `LICENSE.md`, `LICENSE.txt`, `COPYING` and the common variants of spec §2.6.
 */
export const LICENSE_FILE_NAMES: readonly string[] = LICENSE_STEMS.flatMap((stem) =>
  LICENSE_VARIANTS.flatMap((variant) =>
    LICENSE_ENDINGS.map((ending) => `${stem}${variant}${ending}`.toLowerCase())
  )
);

const RANKS: ReadonlyMap<string, number> = new Map(
  LICENSE_FILE_NAMES.map((name, rank) => [name, rank]),
);

/** Where a name stands among {@link LICENSE_FILE_NAMES}; undefined when it is not a license file's. */
export function licenseFileRank(name: string): number | undefined {
  return RANKS.get(name.toLowerCase());
}
