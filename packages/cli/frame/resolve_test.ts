import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { children, resolve } from "./resolve.ts";

const PATHS = {
  commands: {
    "init": { aliases: ["repo init"] },
    "auth login": {},
    "auth whoami": { aliases: ["auth status"] },
    "auth token list": {},
    "extension list": { aliases: ["extension ls"] },
    "lock": { aliases: ["lock status"] },
    "unlock": { aliases: ["lock release"] },
    "serve": {},
    "serve token list": {},
  },
  groups: { "auth": "", "auth token": "", "extension": "", "serve token": "" },
};
const at = (...argv: string[]) => resolve(argv, PATHS);

Deno.test("the longest run of words names the command, the rest is its own", () => {
  assert.deepEqual(at("auth", "token", "list", "--collective", "auth"), {
    kind: "command",
    path: "auth token list",
    tokens: ["--collective", "auth"],
  });
  assert.deepEqual(at("init", "init"), { kind: "command", path: "init", tokens: ["init"] });
});

Deno.test("options every command takes may stand between the words", () => {
  assert.deepEqual(at("--json", "auth", "-q", "whoami"), {
    kind: "command",
    path: "auth whoami",
    tokens: ["--json", "-q"],
  });
});

Deno.test("an alias is the command it stands for, also below a group that exists for it alone", () => {
  assert.equal(at("auth", "status").path, "auth whoami");
  assert.equal(at("repo", "init").path, "init");
  assert.equal(at("extension", "ls").path, "extension list");
});

Deno.test("a command may be the beginning of another one's alias", () => {
  assert.deepEqual(at("lock", "release", "x").path, "unlock");
  assert.deepEqual(at("lock", "release", "x").kind, "command");
  assert.deepEqual(at("lock", "status"), { kind: "command", path: "lock", tokens: [] });
  assert.deepEqual(at("lock", "x"), { kind: "command", path: "lock", tokens: ["x"] });
  assert.deepEqual(at("lock", "--json"), { kind: "command", path: "lock", tokens: ["--json"] });
});

Deno.test("a command may have a group below it", () => {
  assert.deepEqual(at("serve", "--port", "0"), {
    kind: "command",
    path: "serve",
    tokens: ["--port", "0"],
  });
  assert.equal(at("serve", "token", "list").path, "serve token list");
  assert.deepEqual(at("serve", "token"), { kind: "group", path: "serve token", tokens: [] });
  assert.deepEqual(at("serve", "tokens").kind, "command", "the command refuses the word itself");
});

Deno.test("a group without a command is the group", () => {
  assert.deepEqual(at("auth", "--help"), { kind: "group", path: "auth", tokens: ["--help"] });
  assert.deepEqual(at(), { kind: "group", path: "", tokens: [] });
  assert.deepEqual(at("auth", "token"), { kind: "group", path: "auth token", tokens: [] });
});

Deno.test("an unknown command is refused with the nearest that exists", () => {
  const refused = (...argv: string[]) => {
    try {
      at(...argv);
    } catch (error) {
      assert.ok(error instanceof SvcError);
      assert.equal(error.code, "usage");
      return `${error.message} ${error.hint}`;
    }
    assert.fail("accepted");
  };
  assert.match(refused("auth", "whaomi"), /'svc auth whaomi' Did you mean 'svc auth whoami'\?/);
  assert.match(refused("atuh", "token", "list", "--json"), /Did you mean 'svc auth token list'/);
  assert.match(refused("extnsion", "ls"), /Did you mean 'svc extension ls'/);
  assert.match(refused("login"), /'svc login' Did you mean 'svc auth login'\?/);
  assert.match(refused("xyzzy"), /'svc --help' lists the commands/);
  assert.match(refused("auth", "xyzzyx"), /'svc auth --help' lists the commands/);
});

Deno.test("an overview lists each next word once, in table order", () => {
  assert.deepEqual(children("", PATHS), ["init", "auth", "extension", "lock", "unlock", "serve"]);
  assert.deepEqual(children("auth", PATHS), ["login", "whoami", "token"]);
  assert.deepEqual(children("auth token", PATHS), ["list"]);
});
