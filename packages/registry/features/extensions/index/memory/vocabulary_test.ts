import assert from "node:assert/strict";
import { MOST_BEGINNING, MOST_COMPARED, vocabulary } from "./vocabulary.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A number as three letters. */
function letters(n: number): string {
  return LETTERS[n % 26]! + LETTERS[Math.floor(n / 26) % 26] + LETTERS[Math.floor(n / 676) % 26];
}

Deno.test("words that begin alike cost no search more than a fixed number of them: the shortest stand for their beginning", () => {
  const words = vocabulary();
  words.of("kubectl");
  for (let n = 0; n < 17_000; n++) words.of(`kubea${letters(n)}${n}`);
  words.of("kubernetes");
  words.of("other");
  const found: string[] = [];
  words.beginning("kube", (_, word) => found.push(word));
  assert.ok(found.length <= MOST_BEGINNING && found.length > MOST_BEGINNING / 2);
  assert.ok(found.includes("kubectl") && found.includes("kubernetes"));
  assert.ok(found.every((word) => word.startsWith("kube")));
  found.length = 0;
  words.beginning("kubeaaaa", (_, word) => found.push(word));
  assert.deepEqual(found, ["kubeaaaa0"]);
});

Deno.test("words that are alike cost no correction more than a fixed number of comparisons, and the oldest are found", () => {
  const words = vocabulary();
  const kept = words.of("abcdefghijkm");
  const word = "abcdefghijkl";
  for (let one = 0; one < 11; one++) {
    for (let other = one + 1; other < 12; other++) {
      for (let n = 0; n < 26 * 26; n++) {
        const changed = [...word];
        changed[one] = LETTERS[n % 26]!;
        changed[other] = LETTERS[Math.floor(n / 26)]!;
        words.of(changed.join(""));
      }
    }
  }
  assert.ok(words.words.length > 2 * MOST_COMPARED);
  const found: number[] = [];
  words.near(word, 2, (term) => found.push(term));
  assert.ok(found.includes(kept));
  assert.ok(found.length <= MOST_COMPARED);
});
