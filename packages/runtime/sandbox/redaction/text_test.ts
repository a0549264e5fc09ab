import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { coloredAs } from "./colors.ts";
import { createMatcher } from "./matcher.ts";
import { patternsOf } from "./pattern.ts";
import { secrets, surroundings, WRITTEN } from "./testing.ts";
import { holdsSecret, redactedPieces, redactedText } from "./text.ts";

const matcherOf = (all: readonly string[]) => createMatcher(all.flatMap(patternsOf));
const redact = (text: string, ...all: string[]) => redactedText(matcherOf(all), text);

async function inPieces(pieces: readonly string[], all: readonly string[]): Promise<string> {
  async function* stream() {
    for (const piece of pieces) yield await Promise.resolve(piece);
  }
  return (await Array.fromAsync(redactedPieces(stream(), matcherOf(all)))).join("");
}

for (const [name, write] of Object.entries(WRITTEN)) {
  Deno.test(`a secret is hidden whatever it is and whatever stands around it: ${name}`, () => {
    fc.assert(fc.property(secrets, surroundings, surroundings, (secret, before, after) => {
      const written = write(before + secret + after);
      const clean = redact(`(${written})`, secret);
      ok(clean.includes("***"), `${JSON.stringify(secret)} as ${written}`);
      // What is left is too little to hold it: in base64 up to two characters of each block's edges.
      const left = clean.replaceAll("***", "").length - write(before).length - write(after).length;
      ok(left <= 2 + 4 * Math.ceil(secret.length / 16) + 8, `${left} left of ${written}: ${clean}`);
    }));
  });
}

Deno.test("no secret of three characters or more is left in any text", () => {
  fc.assert(
    fc.property(
      fc.array(secrets.map((one) => one.slice(0, 5)), { minLength: 1, maxLength: 4 }),
      surroundings,
      (all, around) => {
        const clean = redact(`${around}${all.join(around)}${around}`, ...all);
        for (const secret of all) equal(clean.replaceAll("***", "\0").includes(secret), false);
      },
    ),
  );
});

Deno.test("a secret with colors inside is hidden, as a terminal shows it in one piece", () => {
  equal(redact("key \x1b[1ms3c\x1b[0m\x1b[31mret\x1b[39m!", "s3cret"), "key ***!");
  equal(redact("key s3c\x1b[0mret!", "s3c\x1b[0mret"), "key ***!");
  equal(holdsSecret(matcherOf(["s3cret"]), "s3c\x1b[38;5;1mret"), true);
  equal(redact("\x1b[1mbold\x1b[0m", "s3cret"), "\x1b[1mbold\x1b[0m");
  fc.assert(fc.property(secrets, fc.integer({ min: 1, max: 20 }), (secret, every) => {
    const parts = secret.match(new RegExp(`.{1,${every}}`, "gsu"))!;
    equal(redact(parts.join("\x1b[0m"), secret), "***");
  }));
});

Deno.test("the login of a basic authentication is hidden inside of its base64", () => {
  for (const user of ["", "a", "ab", "abc"]) {
    const header = `Basic ${btoa(`${user}:s3cret-token`)}`;
    ok(!atob(redact(header, "s3cret-token").replace("Basic ", "").split("***")[0]!).includes("s3"));
    ok(redact(header, "s3cret-token").endsWith("***"));
  }
});

Deno.test("a part of a URL is hidden, the rest of it stays", () => {
  equal(
    redact("https://ada:p%40ss%20w%C3%B6rd@host/x?q=p%40ss+w%c3%b6rd#y", "p@ss wörd"),
    "https://ada:***@host/x?q=***#y",
  );
});

Deno.test("of two secrets of which one begins the other, nothing of the longer is left", () => {
  equal(redact("abc", "abc", "abcdef"), "***");
  equal(redact("abcdef abc", "abc", "abcdef"), "*** ***");
});

Deno.test("what only looks like a part of a secret stays", () => {
  equal(redact("s3cre s3-cret S3CRET c2Vj 7365", "s3cret"), "s3cre s3-cret S3CRET c2Vj 7365");
  equal(redact("100% & \\ done + more", "s3cret"), "100% & \\ done + more");
  equal(redact("anything"), "anything");
});

Deno.test("characters with a meaning in patterns and replacements are plain text", () => {
  equal(redact("a$&.*b", "$&.*"), "a***b");
});

Deno.test("however a text is cut into pieces, what is left of it is the same", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(secrets, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(surroundings, fc.constantFrom(...Object.keys(WRITTEN))), { maxLength: 4 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
    async (all, parts, sizes) => {
      const text = parts.map(([around, name], index) =>
        around + WRITTEN[name]!(all[index % all.length]!)
      ).join("");
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        pieces.push(text.slice(at, at + size));
        at += size;
      }
      equal(await inPieces(pieces, all), redact(text, ...all), JSON.stringify([all, pieces]));
    },
  ));
});

Deno.test("a text that is made to take long is left out whole", () => {
  const matcher = matcherOf(Array.from({ length: 500 }, (_, index) => `${"a".repeat(63)}${index}`));
  const text = "a".repeat(1_000_000);
  equal(redactedText(matcher, text), "***");
  equal(holdsSecret(matcher, text), true);
});

Deno.test("colors come along only where nothing was hidden, and with numbers that colors have", () => {
  const esc = "\x1b";
  const table: [text: string, clean: string, colored: boolean][] = [
    [`${esc}[32mok${esc}[0m`, "ok", true],
    [`${esc}[38;2;10;20;255mok`, "ok", true],
    ["ok", "ok", false],
    [`${esc}[31m4711${esc}[0m`, "***", false],
    [`${esc}[4711mok`, "ok", false],
    [`${esc}[31mok${esc}[2J`, `ok${esc}[2J`, false],
    [`${esc}[1${";1".repeat(10)}mok`, "ok", false],
  ];
  for (const [text, clean, isColored] of table) {
    equal(coloredAs(clean, text), isColored ? text : undefined, JSON.stringify(text));
  }
  equal(coloredAs("", `${esc}[`.repeat(500_000)), undefined);
});
