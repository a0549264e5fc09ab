import assert from "node:assert/strict";
import { quote as posixQuote } from "./bash.ts";
import { quote as fishQuote } from "./fish.ts";
import { svc } from "../testing/host.ts";

/** What bash offers for the last of `words`. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await svc(["completions", "bash"]);
  const line = ["svc", ...words].map((word) => `'${word}'`).join(" ");
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "--noprofile",
      "--norc",
      "-c",
      `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    cwd: "/",
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).split("\n").filter((word) => word !== "");
}

Deno.test("bash offers commands, then options, then the values an option allows", async () => {
  assert.deepEqual(await offered("auth", "wh"), ["whoami"]);
  assert.deepEqual(await offered("auth", "sta"), ["status"]);
  assert.deepEqual(await offered("auth", "token", "create", "--sc"), ["--scopes"]);
  assert.deepEqual(await offered("extension", "push", "--channel", ""), ["beta", "rc", "stable"]);
  assert.deepEqual(await offered("help", "exit"), ["exit-codes"]);
  const first = await offered("");
  assert.ok(first.includes("extension") && first.includes("help") && !first.includes("--json"));
});

Deno.test("bash goes past options to the command they stand in", async () => {
  assert.ok((await offered("auth", "token", "list", "--json", "--col")).includes("--collective"));
});

Deno.test("the scripts of zsh and fish name every command, and only commands that exist", async () => {
  const { stdout: fish } = await svc(["completions", "fish"]);
  const { stdout: zsh } = await svc(["completions", "zsh"]);
  for (const word of ["whoami", "undeprecate", "describe", "ripple"]) {
    assert.ok(fish.includes(`-a '${word}'`), word);
    assert.ok(zsh.includes(`'${word}:`), word);
  }
  assert.ok(!fish.includes("-d ''"), "a word without a meaning is offered");
});

Deno.test("what a shell would read inside quotes is quoted again", () => {
  assert.equal(posixQuote("it's $HOME"), "'it'\\''s $HOME'");
  assert.equal(fishQuote("it's a \\"), "'it\\'s a \\\\'");
});
