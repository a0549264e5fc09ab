/**
 * A name as file systems that ignore case may compare it: names with one fold may be one file. Beyond
 * case it evens out accents written in two ways, `ß` and `ss`, `ſ` and `s`, the Kelvin sign and `k`,
 * ligatures, wide letters and the dot of `İ`.
 */
export function foldName(name: string): string {
  let folded = name;
  for (let before = ""; before !== folded;) {
    before = folded;
    folded = folded.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC")
      .replaceAll("i\u0307", "i");
  }
  return folded;
}
