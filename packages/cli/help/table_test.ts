import assert from "node:assert/strict";
import type { OptionSpec } from "../frame/command.ts";
import { parseArguments } from "../frame/parse.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import { resolve } from "../frame/resolve.ts";
import { SETTINGS } from "@svc/serve/settings";
import { svc } from "../testing/host.ts";
import { COMMANDS, GROUPS, loadCommand } from "../table/table.ts";
import { commandSchema } from "./schema.ts";
import { TOPICS } from "./topics.ts";

const PATHS = { commands: COMMANDS, groups: GROUPS };

/** The commands that the specification lists for this release (spec 4.5). */
const SPECIFIED = [
  "model type describe",
  "auth login",
  "auth logout",
  "auth whoami",
  "auth token create",
  "auth token list",
  "auth token revoke",
  "extension push",
  "extension yank",
  "extension unyank",
  "extension deprecate",
  "extension undeprecate",
  "extension pull",
  "issue submit",
  "issue ripple",
  "issue get",
  "behavior create",
  "vault create",
  "behavior run",
];

Deno.test("every specified command is in the table, and status is whoami (spec 4.5)", () => {
  for (const path of SPECIFIED) assert.ok(Object.hasOwn(COMMANDS, path), path);
  assert.equal(resolve(["auth", "status"], PATHS).path, "auth whoami");
});

Deno.test("no two commands share a path, and no command is also a group", () => {
  const paths = Object.entries(COMMANDS).flatMap(([path, row]) => [path, ...row.aliases ?? []]);
  assert.equal(new Set(paths).size, paths.length);
  for (const path of paths) assert.ok(!Object.hasOwn(GROUPS, path), path);
});

Deno.test("every example is a command line that the parser takes", async () => {
  for (const [path, row] of Object.entries(COMMANDS)) {
    const command = await loadCommand(row);
    for (const line of Object.keys(command.examples)) {
      const words = ownWords(line);
      const found = resolve(words, PATHS);
      assert.equal(found.path, path, line);
      const parsed = parseArguments(found.tokens, command, () => undefined);
      assert.equal(parsed.globals.help, false);
    }
  }
});

/** The words of the svc call in an example: quotes removed, redirections and pipes cut off. */
function ownWords(line: string): string[] {
  const call = /svc (.*)/.exec(line)![1]!.replace(/\s(\||<|>).*$/, "").replace(/\)"$/, "");
  return [...call.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((word) =>
    word[1] ?? word[2] ?? word[3]!
  );
}

Deno.test("no option hides one that every command takes, by name or by letter", async () => {
  const letters = Object.values(GLOBAL_OPTIONS).flatMap((row) => "short" in row ? [row.short] : []);
  for (const { path, options } of (await commandSchema()).commands) {
    for (const { name, short } of options) {
      assert.ok(!(name in GLOBAL_OPTIONS) || name === "version", `${path} --${name}`);
      assert.ok(short === undefined || !letters.includes(short as never), `${path} -${short}`);
    }
    const own = options.flatMap(({ short }) => short ?? []);
    assert.equal(new Set(own).size, own.length, path);
  }
});

Deno.test("every command has help with its usage and an example, also as 'svc help <command>'", async () => {
  for (const path of Object.keys(COMMANDS)) {
    const { stdout, exit } = await svc([...path.split(" "), "--help"]);
    assert.equal(exit, 0, path);
    assert.match(stdout, new RegExp(`^Usage: svc ${path}\\b`, "m"));
    assert.match(stdout, /^Examples:\n {2}# /m);
    assert.equal((await svc(["help", ...path.split(" ")])).stdout, stdout);
  }
});

Deno.test("every group and topic has its page; a group alone shows it and exits 0", async () => {
  for (const path of Object.keys(GROUPS)) {
    const { stdout, exit } = await svc(path.split(" "));
    assert.equal(exit, 0);
    assert.match(stdout, /^Commands:$/m);
  }
  for (const [name, { summary }] of Object.entries(TOPICS)) {
    assert.match((await svc(["help", name])).stdout, new RegExp(`^${summary}`));
  }
  assert.match((await svc(["help", "exitcodes"])).stderr, /Did you mean 'svc help exit-codes'/);
});

Deno.test("a group in JSON is not a command: exit 2, with the commands it has", async () => {
  const { stdout, stderr, exit } = await svc(["auth", "--json"]);
  assert.equal(exit, 2);
  assert.equal(stdout, "");
  assert.match(
    JSON.parse(stderr).hint,
    /auth login, auth logout, auth list, auth switch, auth whoami/,
  );
});

Deno.test("'svc help --json' holds every command with arguments, options and examples", async () => {
  const schema = JSON.parse((await svc(["help", "--json"])).stdout);
  assert.deepEqual(
    schema.commands.map((entry: { path: string }) => entry.path),
    Object.keys(COMMANDS),
  );
  const get = schema.commands.find((entry: { path: string }) => entry.path === "data get");
  // An option called version is an option like any other.
  assert.ok(get.options.some((option: { name: string }) => option.name === "version"));
  const auth = JSON.parse((await svc(["help", "auth", "token", "--json"])).stdout);
  assert.equal(auth.commands.length, 3);
});

Deno.test("a topic in JSON is its text as data", async () => {
  const { stdout, exit } = await svc(["help", "exit-codes", "--json"]);
  assert.equal(exit, 0);
  const { topic, text } = JSON.parse(stdout);
  assert.equal(topic, "exit-codes");
  assert.match(text, /^75 +Something else holds the lock/m);
});

Deno.test("--version is the release's, the same as in package.json, everywhere", async () => {
  const root = `${import.meta.dirname}/../../../package.json`;
  const { version } = JSON.parse(await Deno.readTextFile(root));
  for (const argv of [["--version"], ["auth", "-V"], ["auth", "whoami", "--version"]]) {
    assert.equal((await svc(argv)).stdout, `svc ${version}\n`);
    assert.deepEqual(JSON.parse((await svc([...argv, "--json"])).stdout), { version });
  }
});

Deno.test("only 'data get' gives --version a meaning of its own", async () => {
  const { exit, stderr } = await svc(["data", "get", "a", "b", "--version", "x"]);
  assert.equal(exit, 2);
  assert.match(stderr, /--version must be a whole number/);
});

Deno.test("what counts where nothing is given stands in the row, valid for it, and in no summary", async () => {
  const { commands, globalOptions } = await commandSchema();
  const settings: Record<string, OptionSpec> = SETTINGS;
  const options = [
    ...globalOptions,
    ...commands.flatMap((one) => one.options),
    ...Object.entries(settings).map(([name, row]) => ({ name, ...row })),
  ];
  for (const row of [...options, ...commands.flatMap((one) => one.arguments)]) {
    assert.doesNotMatch(row.summary, /\bdefault\b/i, row.name);
    assert.ok(row.default === undefined || row.defaultText === undefined, row.name);
  }
  for (const { name, ...row } of options.filter((one) => one.default !== undefined)) {
    assert.ok(!row.required, name);
    const parsed = (tokens: string[]) =>
      parseArguments(tokens, { options: { [name]: row } }, () => undefined).options[name];
    assert.equal(parsed([`--${name}`, String(row.default)]), parsed([]), name);
  }
  for (const { path, arguments: takes } of commands) {
    for (const row of takes) assert.ok(row.default === undefined || row.optional, path);
  }
});

Deno.test("help shows what counts where nothing is given in one form, behind all else", async () => {
  const { stdout } = await svc(["issue", "submit", "--help"]);
  assert.match(stdout, /--type <type> .*\(one of [a-z, ]+\) \[default: bug\]$/m);
  assert.match(
    (await svc(["serve", "--help"])).stdout,
    /--port .* SVC_SERVE_PORT\) \[default: 9090\]$/m,
  );
  const check = (await svc(["extension", "check", "--help"])).stdout;
  assert.match(check, /^ {2}manifest-path .*\[default: manifest.yaml\]$/m);
});
