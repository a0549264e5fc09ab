import assert from "node:assert/strict";
import { ACCEPTED } from "./accepted.ts";
import { AREAS } from "./areas.ts";
import { examine } from "./examine.ts";
import { testsOf } from "./tests.ts";

const root = `${import.meta.dirname}/../..`;

/** A repository with a module of one rule, and a test of it. */
async function toy(test: string) {
  const root = await Deno.makeTempDir();
  await new Deno.Command("git", { args: ["init", "-q"], cwd: root }).output();
  await Deno.mkdir(`${root}/node_modules`);
  await Deno.mkdir(`${root}/toy/deep`, { recursive: true });
  await Deno.writeTextFile(`${root}/toy/age.ts`, AGE);
  await Deno.writeTextFile(`${root}/toy/age_test.ts`, test);
  await Deno.writeTextFile(`${root}/toy/deep/wait.ts`, WAIT);
  return { root, [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }) };
}

const AGE = `export function isAdult(age: number): boolean {
  return age >= 18;
}
`;
const WAIT = `export async function wait(go: boolean) {
  while (!go) await new Promise((done) => setTimeout(done, 5));
}
`;
/** A change that no run shows, as the module only ever sees one kind, but the types do. */
const TYPED = `export const first = (list: string[] | undefined) =>
  list === undefined ? [] : list.slice(1);
`;
const TEST = `import { isAdult } from "./age.ts";
import { wait } from "./deep/wait.ts";
Deno.test("adults", async () => {
  if (!isAdult(18) || isAdult(3)) throw new Error("wrong");
  await wait(true);
});
`;
const asked = { seed: 1, budgetMs: 600_000, width: 1, areas: [{ folder: "toy" }] };

Deno.test("mutation: a change that no test notices is found with its place, the others are noticed", async () => {
  await using here = await toy(TEST);
  const { changes, results, untested, broken } = await examine({
    ...asked,
    root: here.root,
    files: ["toy/age.ts"],
  });
  assert.deepEqual([changes, results.length, untested, broken], [4, 4, [], []]);
  const lines = results.map(({ file, line, verdict, to }) => `${verdict} ${file}:${line} ${to}`);
  assert.deepEqual(lines.sort(), [
    "killed toy/age.ts:2 return age < 18;",
    "killed toy/age.ts:2 return age > 18;",
    "killed toy/age.ts:2 return age >= 19;",
    "survived toy/age.ts:2 return age >= 17;",
  ]);
  assert.equal(await Deno.readTextFile(`${here.root}/toy/age.ts`), AGE);
});

Deno.test("mutation: a change that only the types notice is noticed", async () => {
  await using here = await toy(`import { first } from "./age.ts";
Deno.test("first", () => { if (first(["a", "b"]).join() !== "b") throw new Error("wrong"); });
`);
  await Deno.writeTextFile(`${here.root}/toy/age.ts`, TYPED);
  const { results } = await examine({ ...asked, root: here.root, files: ["toy/age.ts"] });
  const lines = results.map(({ verdict, to }) => `${verdict} ${to}`);
  assert.ok(lines.includes("killed false ? [] : list.slice(1);"), lines.join("\n"));
});

Deno.test("mutation: a source without a test is told, and one whose tests or types are wrong anyway tells nothing", async () => {
  await using here = await toy(TEST.replace("isAdult(3)", "true"));
  const failing = await examine({ ...asked, root: here.root, files: ["toy/age.ts"] });
  assert.deepEqual([failing.results, failing.broken], [[], ["toy/age_test.ts"]]);
  await Deno.writeTextFile(`${here.root}/toy/age_test.ts`, TEST);
  await Deno.writeTextFile(`${here.root}/toy/age.ts`, AGE.replace("boolean", "string"));
  const wrong = await examine({ ...asked, root: here.root, files: ["toy/age.ts"] });
  assert.deepEqual([wrong.results, wrong.broken], [[], ["toy/age.ts"]]);
  await Deno.remove(`${here.root}/toy/age_test.ts`);
  const report = await examine({ ...asked, root: here.root, files: ["toy/age.ts"] });
  assert.deepEqual(report, { changes: 0, results: [], untested: ["toy/age.ts"], broken: [] });
});

Deno.test("mutation: no change is begun once the time is over, and one seed tries the same ones", async () => {
  await using here = await toy(TEST);
  const once = async (seed: number) => {
    const report = await examine({
      ...asked,
      seed,
      budgetMs: 0,
      root: here.root,
      files: ["toy/age.ts"],
    });
    assert.equal(report.changes, 4);
    return report.results.map(({ to }) => to);
  };
  const [first, again] = [await once(3), await once(3)];
  assert.equal(first.length, 1);
  assert.deepEqual(first, again);
});

Deno.test("mutation: a source is held to the tests of its folder, its own first, else of the folder above", async () => {
  await using here = await toy(TEST);
  const areas = [{ folder: "toy", tests: ["more_test.ts"] }];
  const tests = (file: string) => testsOf(here.root, file, areas);
  assert.deepEqual(await tests("toy/age.ts"), [["toy/age_test.ts"], ["more_test.ts"]]);
  assert.deepEqual(await tests("toy/deep/wait.ts"), [["toy/age_test.ts", "more_test.ts"]]);
});

Deno.test("mutation: what is examined exists, and each accepted change is of a line that is still there", async () => {
  for (const { folder } of AREAS) assert.ok((await Deno.stat(`${root}/${folder}`)).isDirectory);
  const gone: string[] = [];
  for (const { file, from, to, why } of ACCEPTED) {
    const text = await Deno.readTextFile(`${root}/${file}`).catch(() => "");
    const there = text.split("\n").some((line) => line.trim() === from);
    if (!there || from === to || why === "") gone.push(`${file}: ${from}`);
  }
  assert.deepEqual(gone, []);
});
