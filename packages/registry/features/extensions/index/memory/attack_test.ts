import assert from "node:assert/strict";
import { memoryIndex } from "./index.ts";
import { postings } from "./postings.ts";
import { extension, REQUEST } from "./testing.ts";
import { MOST_BEGINNING } from "./vocabulary.ts";

const EXTENSIONS = 400;

/** Words that all extensions have. */
const COMMON = Array.from({ length: 300 }, (_, n) => `c${String(n).padStart(3, "0")}`);

/** Words that begin alike, each in one extension. */
const ALIKE = 20_000;

/** Entries that one word of a search may read here: those with its beginning, and the newest words. */
const ENTRIES_A_WORD = MOST_BEGINNING + 2_100;

/** An index that counts how much of it a search reads. */
function counted() {
  const lists = postings();
  let read = 0;
  const index = memoryIndex({
    ...lists,
    start(term) {
      read += lists.count(term);
      return lists.start(term);
    },
  });
  const each = ALIKE / EXTENSIONS;
  for (let n = 0; n < EXTENSIONS; n++) {
    const own = Array.from({ length: each }, (_, k) => `ab${(n * each + k).toString(36)}`);
    index.put(extension(n + 1, `@acme/tool-${n}`, {
      description: [...COMMON, ...own].join(" "),
      hidden: n % 2 === 0,
    }));
  }
  return (text: string, correct: boolean) => {
    read = 0;
    const answer = index.search({ ...REQUEST, text, correct, facets: true });
    return { ...answer, read };
  };
}

/** What is typed, with how many of its words count: eight of however many. */
const ATTACKS: readonly [what: string, words: number, text: string][] = [
  ["10,000 characters of one letter", 1, "a".repeat(10_000)],
  ["a letter", 1, "a"],
  ["each letter", 8, "abcdefghijklmnopqrstuvwxyz".split("").join(" ")],
  ["a beginning of very many words", 1, "ab"],
  ["beginnings of very many words", 8, "ab ab1 ab2 ab3 ab4 ab5 ab6 ab7 ab8 ab9 aba abb abc"],
  ["many words that all have", 8, `${COMMON.join(" ")} `.repeat(10)],
  ["many words that nobody has", 8, Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(" ")],
  ["words of which one is nowhere", 6, `${COMMON.slice(0, 5).join(" ")} nowhere`],
  ["words that are nowhere together", 6, `${COMMON.slice(0, 3).join(" ")} ab0 ab1a ab2b`],
  ["typing errors near very many words", 8, "abzzz abyyyy abxxxx abwwww abvvvv abuuuu abtttt abss"],
  ["emoji", 0, "👩‍👩‍👧‍👦🦕".repeat(1_000)],
  ["text from right to left", 2, "\u202eשלום עולם\u2066 ".repeat(700)],
  ["combining characters", 1, "Z\u0351\u036b\u0343a\u0328".repeat(2_000)],
  ["characters that stand for many", 8, "\ufdfa".repeat(10_000)],
  ["a script without spaces", 8, "東京都庁".repeat(2_500)],
  ["half a character", 0, "\ud83d".repeat(10_000)],
];

Deno.test("what a search reads is bounded by its words, whatever somebody types", async (test) => {
  const search = counted();
  for (const [what, words, text] of ATTACKS) {
    await test.step(what, () => {
      const plain = search(text, false);
      assert.ok(plain.read <= words * ENTRIES_A_WORD, `it reads ${plain.read}`);
      assert.ok(plain.numbers.length <= REQUEST.limit && plain.total <= EXTENSIONS / 2);
      const corrected = search(text, true);
      // Other words cost as much again: at most six leave one out, and one of these is answered.
      assert.ok(corrected.read <= 8 * words * ENTRIES_A_WORD, `it reads ${corrected.read}`);
      assert.ok(corrected.total <= EXTENSIONS / 2);
    });
  }
  await test.step("and all that it reads is counted", () => {
    assert.equal(search(COMMON.join(" "), false).read, 8 * EXTENSIONS);
    assert.ok(search("ab", false).read >= MOST_BEGINNING);
  });
});
