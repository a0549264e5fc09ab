import assert from "node:assert/strict";
import fc from "fast-check";
import { parseSync } from "oxc-parser";
import { lineAt, readSource } from "./code.ts";

const keep = (source: string) => readSource(source).code;
const drop = (source: string) => readSource(source).bare;
const doubts = (source: string) => readSource(source).doubts.map(({ about }) => about);

Deno.test("comments become spaces, strings and offsets stay", () => {
  assert.equal(keep(`a // x\nb /* y\n */ "//z"`), `a     \nb     \n    "//z"`);
});

Deno.test("string, template and escaped contents become spaces on request", () => {
  assert.equal(drop(`f("a\\"b", 'c') + \`d\` + "" + \`\``), `f("    ", ' ') + \` \` + "" + \`\``);
  assert.equal(drop(`"open\n'open`), `"    \n'    `);
});

Deno.test("code inside a template's expression is code", () => {
  assert.equal(drop("`a${eval(`b${c}`)}d`"), "` ${eval(` ${c}`)} `");
  assert.equal(drop("`${ {a: 1} }x${b}y` + z"), "`${ {a: 1} } ${b} ` + z");
});

Deno.test("a pattern that looks like a comment or a string hides nothing, and is no doubt", () => {
  for (const pattern of [`/[/*]/`, `/"/`, "/`/", `/\\/\\//`]) {
    for (
      const before of [
        "const r = ",
        "f(",
        "return ",
        "a && ",
        "!",
        "if (a) ",
        "() => ",
        "return !",
        "typeof !",
        "&& !",
      ]
    ) {
      const source = `${before}${pattern}; eval(x);`;
      assert.equal(drop(source), source);
      assert.deepEqual(doubts(source), [], source);
    }
  }
});

Deno.test("a division is not a pattern", () => {
  assert.equal(keep("a / b; // c"), "a / b;     ");
  assert.equal(keep("(a) / b /* c */ / d"), "(a) / b         / d");
  for (const before of ["a", "(a)", "a[0]", "1", "`a`"]) {
    assert.deepEqual(doubts(`x = ${before} / f("b")`), [], before);
  }
});

Deno.test("a line ends where JavaScript says, not only at a line feed", () => {
  for (const end of ["\n", "\r", "\u2028", "\u2029"]) {
    assert.match(drop(`// a${end}eval(x)`), /eval\(x\)$/);
  }
});

Deno.test("a '/' that only a parser can read is a doubt where its readings differ", () => {
  for (
    const before of [
      "a!",
      "f<T>",
      "{}",
      "a\n",
      "a.return",
      "a++",
      "for await (a of b)",
      "x as void",
    ]
      .concat("class A extends", "a in", "for (const a of", "a.return !", "a!!", "(b)!")
  ) {
    assert.deepEqual(doubts(`${before} / 1 /*" */; eval(x); //"`).slice(0, 1), ["slash"], before);
    assert.deepEqual(doubts(`${before} / b;\nc`), [], before);
  }
});

Deno.test("a name with escapes is a doubt, a string or a pattern with them is not", () => {
  assert.deepEqual(doubts("\\u0065val(x)"), ["escape"]);
  assert.deepEqual(doubts("a.#\\u{65}val"), ["escape"]);
  assert.deepEqual(doubts(`f("\\u0065val", /\\u0065val/, \`\\u0065\`)`), []);
});

Deno.test("whatever the text, its length and its lines stay, and it ends", () => {
  const piece = fc.constantFrom("/", "*", '"', "'", "`", "${", "}", "{", "\\", "\n", "a", " ", "[");
  fc.assert(fc.property(fc.array(piece).map((parts) => parts.join("")), (source) => {
    for (const text of [keep(source), drop(source)]) {
      assert.equal(text.length, source.length);
      assert.deepEqual(text.match(/\n/g), source.match(/\n/g));
    }
  }));
});

Deno.test("code that a parser finds is in sight, or the text has a doubt, however it is written", () => {
  const piece = fc.constantFrom(
    ...'a b! f<T> {} eval(x) eval(x) /*" */ //" //\n /"/ /\'/ / / \' " ` ${ } { ( ) [ ] ; ; \n \r return typeof'
      .split(" "),
    ..." |if (a) |for await (a of b) |type A = B|class A |x as void|a.return|++|!|\\|=|, ".split(
      "|",
    ),
  );
  let parsed = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 12 }), (pieces) => {
      const source = pieces.join("");
      const { program, errors } = parseSync("a.ts", source, { sourceType: "module" });
      if (errors.length > 0) return;
      const { bare, doubts } = readSource(source);
      if (doubts.length > 0) return;
      for (const offset of callsOfEval(program)) {
        parsed++;
        assert.equal(bare.slice(offset, offset + 4), "eval", JSON.stringify(source));
      }
    }),
    { numRuns: 20_000 },
  );
  assert.ok(parsed > 100, `${parsed} calls were compared`);
});

/** Where a program calls `eval`, in the parser's own words. */
function callsOfEval(node: unknown): number[] {
  if (node === null || typeof node !== "object") return [];
  const { type, name, start } = node as { type?: string; name?: string; start?: number };
  const own = type === "Identifier" && name === "eval" ? [start!] : [];
  return [...own, ...Object.values(node).flatMap(callsOfEval)];
}

Deno.test("a parser finds the same comments in real sources, and none of them has a doubt", async () => {
  const root = `${import.meta.dirname}/../../..`;
  let files = 0;
  for (const folder of ["packages/runtime", "packages/scorecard", "node_modules/zod/src/v4/core"]) {
    for await (const file of typescript(`${root}/${folder}`)) {
      files++;
      const source = await Deno.readTextFile(file);
      const { code, doubts } = readSource(source);
      const plain: string[] = [];
      let end = 0;
      for (const comment of parseSync(file, source).comments) {
        const gone = source.slice(comment.start, comment.end).replace(/[^\r\n]/g, " ");
        plain.push(source.slice(end, comment.start), gone);
        end = comment.end;
      }
      assert.equal(code, plain.join("") + source.slice(end), file);
      assert.deepEqual(doubts, [], file);
    }
  }
  assert.ok(files > 100, `${files} files`);
});

async function* typescript(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && name !== "node_modules") yield* typescript(`${folder}/${name}`);
    else if (/(?<!\.d)\.ts$/.test(name)) yield `${folder}/${name}`;
  }
}

Deno.test("lines count from one", () => {
  assert.deepEqual([0, 1, 2, 3].map((offset) => lineAt("a\n\nb", offset)), [1, 1, 2, 3]);
});
