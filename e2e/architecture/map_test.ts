import assert from "node:assert/strict";

// The map of the code and the notes on decisions name only what exists.

const ROOT = new URL("../../", import.meta.url).pathname;
const NOTES = "docs/decisions/";

/** Folders of the repository, and packages: a path that begins with one of these is meant to exist. */
const FIRST = /^(?:packages|extensions|docs|e2e|bench|bin|deploy|core|cli|http|runtime|serve)\//;

async function tracked(): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard"],
    cwd: ROOT,
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
}

/** Files and folders by their path, and the files' bare names. */
interface Known {
  paths: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

function knownOf(files: readonly string[]): Known {
  return {
    paths: new Set(files.flatMap((path) => [path, ...foldersOf(path)])),
    names: new Set(files.map((path) => path.slice(path.lastIndexOf("/") + 1))),
  };
}

/** What a page names that is not there. */
function missing(text: string, folder: string, { paths: known, names }: Known): string[] {
  const exists = (path: string) => known.has(path.replace(/\/$/, ""));
  const prose = text.replace(/^```[^]*?^```$/gm, "");
  const code = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]!);
  const paths = code.filter((name) => FIRST.test(name) && !name.includes("<"));
  const bare = code.filter((name) => /^[\w-]+\.(?:ts|tsx|cjs|md|sh)$/.test(name));
  const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!);
  return [
    ...paths.filter((path) => !exists(path)),
    ...bare.filter((name) => !names.has(name) && !exists(name)),
    ...links.filter((link) => !exists(new URL(link, `file:///${folder}`).pathname.slice(1))),
    ...fenced(text).filter((path) => !exists(path)),
  ];
}

/** Paths at the beginning of the lines of a drawing. */
function fenced(text: string): string[] {
  return [...text.matchAll(/^```[^]*?^```$/gm)].flatMap(([block]) =>
    block.split("\n").map((line) => line.split(/\s/)[0]!).filter((word) => FIRST.test(word))
  );
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

Deno.test("every path that ARCHITECTURE.md and docs/decisions name exists", async () => {
  const files = await tracked();
  const pages = files.filter((path) => path.startsWith(NOTES) || path === "ARCHITECTURE.md");
  assert.ok(pages.length > 10, "the notes were not found");
  const known = knownOf(files);
  const found: string[] = [];
  for (const page of pages) {
    const text = await Deno.readTextFile(ROOT + page);
    const folder = page.slice(0, page.lastIndexOf("/") + 1);
    found.push(...missing(text, folder, known).map((name) => `${page}: ${name}`));
  }
  assert.deepEqual(found, []);
});

Deno.test("a path that does not exist is found in prose, drawings and links", () => {
  const known = knownOf(["packages/core/error/mod.ts", "docs/a.md"]);
  const found = missing(
    "`packages/core/error` `packages/gone` `mod.ts` `gone.ts` [a](a.md) [b](b.md)\n" +
      "```\npackages/lost  a floor\n```\n",
    "docs/",
    known,
  );
  assert.deepEqual(found, ["packages/gone", "gone.ts", "b.md", "packages/lost"]);
});

Deno.test("ARCHITECTURE.md is one page: 2,000 words at most", async () => {
  const text = await Deno.readTextFile(`${ROOT}ARCHITECTURE.md`);
  assert.ok(text.split(/\s+/).length <= 2000, String(text.split(/\s+/).length));
});

Deno.test("the index of the decisions lists every note", async () => {
  const index = await Deno.readTextFile(`${ROOT}${NOTES}README.md`);
  const notes = (await tracked()).filter((path) => path.startsWith(NOTES));
  const unlisted = notes.map((path) => path.slice(NOTES.length))
    .filter((name) => name !== "README.md" && !index.includes(`(${name})`));
  assert.deepEqual(unlisted, []);
});
