import assert from "node:assert/strict";
import { memoryIndex } from "./index.ts";
import { postings } from "./postings.ts";
import { extension, REQUEST } from "./testing.ts";
import { MOST_BEGINNING } from "./vocabulary.ts";

const EXTENSIONS = 400;

/** Words that begin alike, of one publisher. */
const MANY = 20_000;

/** An index of extensions with many words in common, and how much of it a search reads. */
function counted() {
  const lists = postings();
  const read = { terms: 0, entries: 0 };
  const index = memoryIndex({
    ...lists,
    start(term) {
      read.terms++;
      read.entries += lists.count(term);
      return lists.start(term);
    },
  });
  const each = MANY / EXTENSIONS;
  let entries = 0;
  for (let n = 0; n < EXTENSIONS; n++) {
    const own = Array.from({ length: each }, (_, k) => `ab${(n * each + k).toString(36)}`);
    index.put(extension(n + 1, `@acme/tool-${n}`, {
      description: `one two three four five six seven eight nine ten ${own.join(" ")}`,
      hidden: n % 2 === 0,
    }));
    entries += each + 14;
  }
  return {
    entries,
    search(text: string, correct: boolean) {
      Object.assign(read, { terms: 0, entries: 0 });
      const answer = index.search({ ...REQUEST, text, correct, facets: true });
      return { ...answer, ...read };
    },
  };
}

const NUMBERS = "one two three four five six seven eight nine ten";

const ATTACKS: readonly [what: string, text: string][] = [
  ["10,000 characters of one letter", "a".repeat(10_000)],
  ["a letter", "a"],
  ["each letter", "abcdefghijklmnopqrstuvwxyz".split("").join(" ")],
  ["a beginning of very many words", "ab"],
  ["many beginnings of very many words", "ab ab1 ab2 ab3 ab4 ab5 ab6 ab7 ab8 ab9 aba abb abc"],
  ["thousands of words that all have", `${NUMBERS} `.repeat(1_000)],
  ["thousands of different words", Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(" ")],
  ["words of which one is nowhere", "one two three four five nowhere"],
  ["words that are nowhere together", "one two three ab0 ab1a ab2b"],
  ["typing errors", "onne twoo threee fuor fivve sixx sevven eigth"],
  ["typing errors near very many words", "abz$ abzzzz abyyyy abxxxx abwwww abvvvv abuuuu abtttt"],
  ["emoji", "👩‍👩‍👧‍👦🦕".repeat(1_000)],
  ["text from right to left", "\u202eשלום עולם\u2066 ".repeat(700)],
  ["combining characters", "Z\u0351\u036b\u0343a\u0328".repeat(2_000)],
  ["characters that stand for many", "\ufdfa".repeat(10_000)],
  ["a script without spaces", "東京都庁".repeat(2_500)],
  ["half a character", "\ud83d".repeat(10_000)],
];

Deno.test("what a search reads is bounded, whatever somebody types", async (test) => {
  const { entries, search } = counted();
  for (const [what, text] of ATTACKS) {
    await test.step(what, () => {
      const plain = search(text, false);
      assert.ok(plain.entries <= 8 * entries, `${plain.entries} of ${entries} entries`);
      assert.ok(plain.terms <= 8 * (MOST_BEGINNING + 2_100), `${plain.terms} words`);
      assert.ok(plain.numbers.length <= REQUEST.limit && plain.total <= EXTENSIONS / 2);
      const corrected = search(text, true);
      // A search for other words reads as much again; at most six leave one out, then one is answered.
      assert.ok(corrected.entries <= 8 * 8 * entries, `${corrected.entries} of ${entries} entries`);
      assert.ok(corrected.total <= EXTENSIONS / 2);
    });
  }
  await test.step("and all of that is counted", () => {
    const { entries: read, terms } = search(NUMBERS, false);
    assert.ok(read >= 8 * EXTENSIONS && terms >= 8, `${read} entries, ${terms} words`);
    assert.equal(search("ab", false).terms >= MOST_BEGINNING, true);
  });
});
