import assert from "node:assert/strict";
import type { Command } from "../frame/command.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import { COMMANDS, GROUPS, loadCommand } from "../table/table.ts";
import { TOPICS } from "./topics.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Where texts lie that people read: code, pages, the manual. */
const READ = ["packages", "docs", "extensions", "README.md", "SECURITY.md", "CONTRIBUTING.md"];

/** Tests and stand-ins name commands that are not there; the reference is made from the table. */
const LEFT_OUT = /(?:_test\.tsx?|\/testing\/.*|\/fakes\/.*|^docs\/reference\/.*)$/;

/** Every path that the command line knows, aliases included, and the command it leads to. */
const PATHS = new Map(
  Object.entries(COMMANDS).flatMap(([path, row]) =>
    [path, ...row.aliases ?? []].map((one) => [one, row] as const)
  ),
);

/** The first words that a command line of svc may begin with. */
const FIRST = new Set([...PATHS.keys(), ...Object.keys(GROUPS)].map((path) => path.split(" ")[0]!));

/** A command line named in a text. */
interface Named {
  place: string;
  words: string[];
  /** True in quotes or code, where nothing else than a command line can be meant. */
  quoted: boolean;
}

Deno.test("every command that a hint, a page or the manual names exists, and so do its options", async () => {
  const wrong: string[] = [];
  let found = 0;
  for await (const file of textFiles()) {
    for (const named of commandsIn(file, await Deno.readTextFile(new URL(file, ROOT)))) {
      found++;
      const problem = await problemOf(named);
      if (problem) wrong.push(`${named.place}: svc ${named.words.join(" ")}: ${problem}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(found > 500, `${found} were found`);
});

Deno.test("a command that is not there is found in a hint, whatever it is written in", async () => {
  const problems = async (text: string) => {
    const all = await Promise.all(commandsIn("x.ts", text).map(problemOf));
    return all.filter((problem) => problem !== undefined).length;
  };
  for (
    const text of [
      "hint: \"Run 'svc extension upgrade' first.\"",
      "hint: `svc extension pull ${name} --chanel beta`",
      "hint: `svc extension upgrade ${name}`",
      "Type 'svc extensions list' to see them.",
      "<code>svc extension fetch</code>",
      "'svc auth token make --collective acme'",
    ]
  ) assert.equal(await problems(text), 1, text);
  for (
    const text of [
      "hint: `svc extension pull ${name}@${version} --channel ${other}`",
      "'svc extension ls'",
      "'svc help exit-codes'",
      "svc does not run workflows, and svc extension pull says so.",
      "`svc <command> --help`",
      "'svc --version'",
    ]
  ) assert.equal(await problems(text), 0, text);
});

async function* textFiles(): AsyncGenerator<string> {
  for (const start of READ) yield* below(start);
}

async function* below(path: string): AsyncGenerator<string> {
  const { isDirectory } = await Deno.lstat(new URL(path, ROOT));
  if (!isDirectory) {
    if (/\.(?:tsx?|md|ya?ml|sh)(?:\.txt)?$/.test(path) && !LEFT_OUT.test(path)) yield path;
    return;
  }
  for await (const { name } of Deno.readDir(new URL(path, ROOT))) {
    if (name !== "node_modules") yield* below(`${path}/${name}`);
  }
}

/** Command lines of svc in a text: those in quotes or code, and those that begin as one does. */
function commandsIn(file: string, text: string): Named[] {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(/(^|['"`>(\s])svc ((?:\$\{[^}]*\}|[^'"`|;,:()\n])+)/g)].flatMap((match) => {
      const words = match[2]!.replace(/<\/.*/, "").trim().split(/\s+/)
        .map((word) => word.replace(/(?:\$\{.*|[.?!\\]+)$/, ""));
      // In code, double quotes and backticks hold whole texts, which may begin with the word svc.
      const quoted = match[1] === "'" || match[1] === "`" && /\.md(?:\.txt)?$/.test(file);
      if (!quoted && !FIRST.has(words[0]!)) return [];
      return [{ place: `${file}:${index + 1}`, words, quoted }];
    })
  );
}

/** Labels that are no commands: what keys of vaults are derived from. */
const LABEL = /^vault key(?: id)?\b/;

async function problemOf({ words, quoted }: Named): Promise<string | undefined> {
  const [first = "", second] = words;
  if (LABEL.test(words.join(" "))) return undefined;
  if (/^(?:<|\$|\[|\{|…|--|$)/.test(first)) return undefined;
  if (first === "help") {
    const about = second ?? "";
    return Object.hasOwn(TOPICS, about) || FIRST.has(about) || !/^[a-z]/.test(about)
      ? undefined
      : `there is no topic ${about}`;
  }
  const length = [3, 2, 1].find((count) => PATHS.has(words.slice(0, count).join(" ")));
  if (length === undefined) {
    const group = [2, 1].find((count) => Object.hasOwn(GROUPS, words.slice(0, count).join(" ")));
    const next = words[group ?? 0];
    if (group !== undefined && (next === undefined || !/^[a-z]/.test(next))) return undefined;
    return quoted || group !== undefined ? "there is no such command" : undefined;
  }
  const command = await loadCommand(PATHS.get(words.slice(0, length).join(" "))!) as Command;
  const known = { ...GLOBAL_OPTIONS, ...command.options };
  const unknown = words.slice(length).map((word) => /^--([a-z][a-z-]*)/.exec(word)?.[1])
    .find((name) => name !== undefined && !Object.hasOwn(known, name));
  return unknown === undefined ? undefined : `there is no option --${unknown}`;
}
