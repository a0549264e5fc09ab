/** Words that names and descriptions are made of; few are in many texts, many in few. */
const WORDS = 20_000;

/** Extensions of one collective. */
export const OF_COLLECTIVE = 10;

const SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo xu za che dri flo gra".split(" ");

/** The n-th word; no two are the same. */
function word(n: number): string {
  const digits = [n, n / 20, n / 400, n / 8000].map((part) => SYLLABLES[Math.floor(part) % 20]);
  return digits.join("");
}

/** A word for an extension, the same each time; the first words come far more often than the last. */
function wordOf(extension: number, place: number): string {
  const share = ((extension + 1) * 2_654_435_761 + place * 40_503_173) % 4_294_967_296 / 2 ** 32;
  return word(Math.floor(WORDS * share ** 4));
}

/** The slug of a collective by its number. */
export function slugOf(collective: number): string {
  return `team-${String(collective).padStart(7, "0")}`;
}

/** The name of the n-th extension. */
export function nameOf(n: number): string {
  const collective = slugOf(Math.floor(n / OF_COLLECTIVE));
  return `@${collective}/${wordOf(n, 0)}-${wordOf(n, 1)}-${n % OF_COLLECTIVE}`;
}

/** Its description: twelve words. */
export function descriptionOf(n: number): string {
  return Array.from({ length: 12 }, (_, place) => wordOf(n, place + 2)).join(" ");
}

/** A word that about a third of all extensions have, and one that few have. */
export const SEARCHED = { common: word(0), rare: word(WORDS - 7) };

/** An id like those of the store, the same each time and in no order. */
export function idOf(kind: number, n: number): string {
  const mixed = [1, 2, 3, 4].map((seed) =>
    (Math.imul(n + 1, 0x9e37_79b1 + 2 * seed) ^ Math.imul(kind + seed, 0x85eb_ca6b)) >>> 0
  );
  const hex = mixed.map((part) => part.toString(16).padStart(8, "0")).join("");
  const end = n.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${
    hex.slice(17, 20)
  }-${end}`;
}
