import assert from "node:assert/strict";
import fc from "fast-check";
import { LIMITS } from "@svc/core/limit";
import { hostileText } from "@svc/fakes/text";
import { initRepository } from "@svc/runtime/repository";
import { type Outcome, svc, temporaryConfig, type TestHost } from "../../testing/host.ts";

const SECRET = "hunter2-is-not-a-good-password";

/** A repository with the vault `prod`, and a person without a login. */
async function desk() {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(path);
  const at = (argv: readonly string[], settings: TestHost = {}): Promise<Outcome> =>
    svc(["vault", ...argv], {
      cwd: path,
      ...settings,
      env: { XDG_CONFIG_HOME: path, HOME: path, ...settings.env },
    });
  const made = await at(["create", "local_encryption", "prod"]);
  assert.equal(made.exit, 0, made.stderr);
  return { path, at, ...folder };
}

/** The refusal of a command line: its code and all that was said. */
function refused({ exit, stdout, stderr }: Outcome): { code: string; said: string; exit: number } {
  assert.notEqual(exit, 0, stdout);
  assert.equal(stdout, "");
  const { code, error, hint } = JSON.parse(stderr);
  return { code, said: `${error} ${hint}`, exit };
}

Deno.test("a value goes in by stdin and comes out of a pipe byte for byte", async () => {
  await using at = await desk();
  const values = fc.oneof(
    fc.string({ minLength: 1, unit: "grapheme" }),
    hostileText,
    fc.constantFrom("a\nb\n", "-----BEGIN KEY-----\r\nx\r\n", "\ufeffbom", " \t", "\n\n", "\0"),
  ).filter((value) => value !== "" && value.isWellFormed());
  await fc.assert(
    fc.asyncProperty(values, fc.constantFrom("\n", "\r\n"), async (value, anyEnd) => {
      const end = value.endsWith("\r") ? "\r\n" : anyEnd; // \r and \n are one line end
      const put = await at.at(["put", "prod", "KEY", "--yes"], { stdin: `${value}${end}` });
      assert.equal(put.exit, 0, put.stderr);
      const got = await at.at(["get", "prod", "KEY"]);
      assert.deepEqual([got.exit, got.stdout], [0, value]);
      const json = await at.at(["get", "prod", "KEY", "--json"]);
      assert.equal(JSON.parse(json.stdout).value, value);
    }),
    { numRuns: 40, examples: [["v\r", "\n"]] },
  );
});

Deno.test("one line end of stdin is not part of the value, further ones are", async () => {
  await using at = await desk();
  for (const [stdin, value] of [["v", "v"], ["v\n", "v"], ["v\r\n", "v"], ["v\n\n", "v\n"]]) {
    await at.at(["put", "prod", "KEY", "--yes"], { stdin: stdin! });
    assert.equal((await at.at(["get", "prod", "KEY"])).stdout, value);
  }
});

Deno.test("a secret whose file is broken can be deleted or put again by its key", async () => {
  await using at = await desk();
  const folder = `${at.path}/.svc/secrets/local_encryption/prod`;
  for (const work of [["delete", "prod", "KEY", "--yes"], ["put", "prod", "KEY", "--yes"]]) {
    await at.at(["put", "prod", "KEY"], { stdin: SECRET });
    const [file] = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".json"));
    await Deno.writeTextFile(`${folder}/${file!.name}`, "{");
    assert.equal(refused(await at.at(["list-keys", "prod", "--json"])).code, "vault_damaged");
    const { exit, stderr } = await at.at(work, { stdin: "again" });
    assert.equal(exit, 0, stderr);
  }
  assert.equal((await at.at(["get", "prod", "KEY"])).stdout, "again");
});

Deno.test("on a terminal a value is one line of ours and moves no cursor", async () => {
  await using at = await desk();
  await at.at(["put", "prod", "KEY"], { stdin: "a\x1b[2Jb\nc" });
  const { stdout } = await at.at(["get", "prod", "KEY"], { terminal: true });
  assert.equal(stdout, "a\\x1b[2Jb\nc\n");
});

Deno.test("a value on the command line is refused and not repeated, wherever it stands", async () => {
  await using at = await desk();
  const lines = [
    ["put", "prod", "KEY", SECRET],
    ["put", "prod", "KEY", "--", SECRET],
    ["put", "prod", `KEY=${SECRET}`],
    ["put", "prod", `${SECRET}==`],
    ["put", "prod", "KEY", `KEY=${SECRET}`, SECRET],
    ["write-secret", "prod", "KEY", SECRET],
    ["put", "prod", "KEY", SECRET, "--yes"],
    // The vault was forgotten, so that the value stands where its key would.
    ["put", "KEY", SECRET],
    ["put", "nope", SECRET],
  ];
  for (const line of lines) {
    const answer = refused(await at.at([line[0]!, "--json", ...line.slice(1)], { stdin: "other" }));
    assert.ok(!answer.said.includes(SECRET), `${line.join(" ")}: ${answer.said}`);
    const text = await at.at(line, { stdin: "other" });
    assert.ok(!`${text.stdout}${text.stderr}`.includes(SECRET), line.join(" "));
  }
  const { code, said, exit } = refused(await at.at([...lines[0]!, "--json"]));
  assert.deepEqual([code, exit], ["usage", 2]);
  assert.match(said, /never an argument.*asked for it, or give it on stdin, with '< file'/);
  assert.match(refused(await at.at([...lines[2]!, "--json"])).said, /never an argument/);
  const keys = await at.at(["list-keys", "prod", "--json"]);
  assert.deepEqual(JSON.parse(keys.stdout).secretKeys, [], "nothing was stored");
});

Deno.test("what is not a value is refused: empty, too long, not text", async () => {
  await using at = await desk();
  const { valueBytes } = LIMITS.secrets;
  const put = (stdin: string | Uint8Array) => at.at(["put", "prod", "KEY", "--json"], { stdin });
  for (const stdin of ["", "\n", "\r\n"]) {
    assert.match(refused(await put(stdin)).said, /value of KEY is empty.*svc vault delete/);
  }
  for (const text of ["a".repeat(valueBytes + 1), "ä".repeat(valueBytes)]) {
    const { code, said } = refused(await put(text));
    assert.equal(code, "invalid_argument");
    assert.match(said, /65536 bytes|65537 bytes/);
  }
  const binary = refused(await put(Uint8Array.of(0x61, 0xff, 0xfe)));
  assert.equal(binary.code, "invalid_argument");
  assert.match(binary.said, /not text in UTF-8.*base64/);
  assert.equal((await put(`${"a".repeat(valueBytes)}\r\n`)).exit, 0);
});

Deno.test("a key that is there is replaced after a question or with --yes only", async () => {
  await using at = await desk();
  await at.at(["put", "prod", "KEY"], { stdin: "one" });
  const put = (more: string[]) => at.at(["put", "prod", "KEY", ...more], { stdin: "two" });
  for (const more of [[], ["--json"], ["--quiet"]]) assert.equal((await put(more)).exit, 2);
  assert.equal((await at.at(["get", "prod", "KEY"])).stdout, "one");
  const replaced = await put(["--yes", "--json"]);
  assert.equal(JSON.parse(replaced.stdout).overwritten, true);
  assert.equal((await at.at(["get", "prod", "KEY"])).stdout, "two");
});

Deno.test("deleting asks, and a missing key is an error unless forced", async () => {
  await using at = await desk();
  await at.at(["put", "prod", "KEY"], { stdin: "one" });
  assert.match(refused(await at.at(["delete", "prod", "KEY", "--json"])).said, /--yes/);
  assert.equal((await at.at(["get", "prod", "KEY"])).stdout, "one");
  assert.equal((await at.at(["delete", "prod", "KEY", "--yes"])).exit, 0);
  assert.equal(refused(await at.at(["get", "prod", "KEY", "--json"])).code, "secret_not_found");
  const again = refused(await at.at(["delete", "prod", "KEY", "--yes", "--json"]));
  assert.equal(again.code, "secret_not_found");
  const forced = await at.at(["delete", "prod", "KEY", "--force", "--json"]);
  assert.equal(JSON.parse(forced.stdout).noOp, true);
});

Deno.test("nothing but 'get' shows a value, in either form", async () => {
  await using at = await desk();
  const out: string[] = [];
  const run = async (line: string, stdin = SECRET) => {
    for (const form of [[], ["--json"], ["--verbose"]]) {
      const { stdout, stderr } = await at.at([...line.split(" "), ...form], { stdin });
      out.push(stdout, stderr);
    }
  };
  await run("put prod KEY --yes");
  await run("put prod KEY");
  for (const command of ["inspect prod KEY", "list-keys prod", "describe prod", "list"]) {
    await run(command);
  }
  await run("delete prod KEY");
  await run("delete prod KEY --yes");
  assert.ok(out.some((text) => text.includes("KEY")));
  assert.ok(!out.some((text) => text.includes(SECRET)), out.join(""));
});

Deno.test("a value too short to be hidden in output is stored, and said", async () => {
  await using at = await desk();
  const short = await at.at(["put", "prod", "PIN"], { stdin: "42" });
  assert.equal(short.exit, 0);
  assert.match(short.stderr, /warning: PIN has fewer than \d characters.*cannot hide it/);
  assert.match((await at.at(["inspect", "prod", "PIN"])).stdout, /not redacted/);
  const long = await at.at(["put", "prod", "KEY"], { stdin: SECRET });
  assert.equal(long.stderr, "");
  assert.match((await at.at(["inspect", "prod", "KEY"])).stdout, /In output: +hidden/);
});

Deno.test("a wrong name says what there is, an empty repository how to begin", async () => {
  await using at = await desk();
  assert.match(refused(await at.at(["get", "prd", "KEY", "--json"])).said, /Did you mean 'prod'/);
  const noKey = refused(await at.at(["get", "prod", "--json"]));
  assert.match(noKey.said, /list-keys prod.*describe prod/);
  assert.match((await at.at(["list-keys", "prod"])).stdout, /no secrets yet; 'svc vault put prod/);
  assert.match((await at.at(["list", "nothing"])).stdout, /No vault matches 'nothing'/);
  await using empty = await temporaryConfig();
  await initRepository(empty.path);
  const none = await svc(["vault", "list"], { cwd: empty.path });
  assert.match(
    none.stdout,
    /No vaults yet\. Create one with 'svc vault create local_encryption main'/,
  );
  const missing = await svc(["vault", "get", "team", "KEY", "--json"], { cwd: empty.path });
  assert.match(refused(missing).said, /Create one with 'svc vault create local_encryption team'/);
  const outside = await svc(["vault", "list", "--json"], { cwd: "/" });
  assert.equal(refused(outside).code, "not_a_repository");
});

Deno.test("names that lead elsewhere are refused before anything is written", async () => {
  await using at = await desk();
  for (const name of ["../x", "a/b", "A", "", "-a", "a".repeat(65), "_tokens", "a\nb"]) {
    const answer = refused(await at.at(["create", "local_encryption", "--json", "--", name]));
    assert.equal(answer.code, "invalid_name", name);
  }
  for (const key of ["../x", "a/b", "..", "a\\b", "a\0b", " ", "a\u202eb"]) {
    const answer = refused(await at.at(["put", "prod", "--json", "--", key], { stdin: "v" }));
    assert.equal(answer.code, "invalid_name", key);
  }
});

Deno.test("settings come from --config and from a file, --config last", async () => {
  await using at = await desk();
  await Deno.writeTextFile(`${at.path}/settings.yaml`, "key_file: /nowhere/one.key\n");
  const file = ["--config-file", `${at.path}/settings.yaml`];
  const one = await at.at(["create", "local_encryption", "one", ...file, "--json"]);
  assert.deepEqual(JSON.parse(one.stdout).config, { key_file: "/nowhere/one.key" });
  const over = ["--config", "key_file=/nowhere/two.key"];
  await at.at(["create", "local_encryption", "two", ...file, ...over]);
  const { config, keyFile } = JSON.parse((await at.at(["describe", "two", "--json"])).stdout);
  assert.deepEqual([config.key_file, keyFile], ["/nowhere/two.key", "/nowhere/two.key"]);
  const wrong = refused(
    await at.at(["create", "local_encryption", "x", "--config", "color=red", "--json"]),
  );
  assert.equal(wrong.code, "invalid_argument");
});

Deno.test("the list marks the vault that secret outputs go to, and says when its name is wrong", async () => {
  await using at = await desk();
  await at.at(["create", "local_encryption", "team"]);
  const marked = async () => {
    const { stdout, stderr } = await at.at(["list", "--json"]);
    const results = JSON.parse(stdout).results as { name: string; default: boolean }[];
    return { names: results.filter((one) => one.default).map(({ name }) => name), stderr };
  };
  assert.deepEqual((await marked()).names, ["prod"], "the oldest");
  const marker = `${at.path}/.svc.yaml`;
  const text = await Deno.readTextFile(marker);
  await Deno.writeTextFile(marker, `${text}defaultVault: team\n`);
  assert.deepEqual((await marked()).names, ["team"]);
  await Deno.writeTextFile(marker, `${text}defaultVault: gone\n`);
  const { names, stderr } = await marked();
  assert.deepEqual(names, []);
  assert.match(stderr, /no default vault: Vault not found: There is no vault 'gone'/);
});

Deno.test("a vault that was given no name takes its type's", async () => {
  await using at = await desk();
  const made = await at.at(["create", "local_encryption", "--json"]);
  assert.equal(JSON.parse(made.stdout).name, "local-encryption");
  const again = refused(await at.at(["create", "local_encryption", "--json"]));
  assert.match(again.said, /local-encryption/);
});
