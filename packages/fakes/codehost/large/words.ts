import type { Random } from "../random/mod.ts";

const WORDS =
  "the a parser cache request answer empty broken slow wrong after before release upgrade crash memory lock file path queue retry token header test build docs typo option default error message branch merge commit rename delete add support handle missing unicode windows linux timeout connection panic regression flaky"
    .split(
      " ",
    );

/** What strangers also write. */
const HOSTILE = [
  "\u001b[31mred\u001b[0m",
  "\u202egnp.exe",
  "<script>alert(1)</script>",
  "| a | b |\n|---|---|",
  "@everyone <!channel>",
  '=HYPERLINK("https://example.com")',
  "[x](javascript:alert(1)) ![y](https://example.com/y.png)",
  "naïve 漢字 🦕",
];

/** A line of a few words. */
export function title(random: Random): string {
  const text = words(random, 3 + random.below(6));
  return random.percent(1) ? `${text} ${random.pick(HOSTILE)}` : text;
}

/** A text of some sentences, which may name other numbers up to `last`. */
export function text(random: Random, last: number, closes = false): string {
  const parts = Array.from(
    { length: 1 + random.below(4) },
    () => `${words(random, 6 + random.below(12))}.`,
  );
  const number = 1 + random.below(last);
  if (closes && random.percent(40)) parts.push(`Fixes #${number}`);
  else if (random.percent(10)) parts.push(`See #${number}`);
  if (random.percent(1)) parts.push(`Also acme/other#${number}`);
  if (random.percent(1)) parts.push(random.pick(HOSTILE));
  return parts.join(random.percent(30) ? "\n\n" : " ");
}

const words = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.pick(WORDS)).join(" ");
