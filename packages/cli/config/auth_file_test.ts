import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { temporaryConfig } from "../testing/host.ts";
import { readAuth, readExposedAuth, removeAuth, type StoredAuth, writeAuth } from "./auth_file.ts";
import { configFolder } from "../frame/config_folder.ts";

const AUTH: StoredAuth = {
  serverUrl: "http://localhost:8787",
  apiKey: "svc_0123456789abcdef0123456789abcdef",
  apiKeyId: "k1",
  username: "ada",
  collectives: ["ada", "acme"],
};
const at = (path: string) => ({
  env: (name: string) => name === "XDG_CONFIG_HOME" ? path : undefined,
});

Deno.test("auth.json is in svc/ under XDG_CONFIG_HOME, else under ~/.config (spec 2.2)", () => {
  const folder = (env: Record<string, string>) => configFolder({ env: (name) => env[name] });
  assert.equal(folder({ XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/x/svc");
  assert.equal(folder({ HOME: "/h" }), "/h/.config/svc");
  assert.equal(folder({ XDG_CONFIG_HOME: "relative", HOME: "/h" }), "/h/.config/svc");
  assert.throws(() => folder({}), SvcError);
});

Deno.test("auth.json holds the five fields and only its owner may read it (spec 5.3)", async () => {
  await using config = await temporaryConfig();
  await writeAuth(at(config.path), AUTH);
  const path = `${config.path}/svc/auth.json`;
  assert.deepEqual(JSON.parse(await Deno.readTextFile(path)), AUTH);
  assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  assert.equal((await Deno.stat(`${config.path}/svc`)).mode! & 0o777, 0o700);
  assert.deepEqual(await readAuth(at(config.path)), AUTH);
});

Deno.test("a write replaces the file as a whole and leaves no temporary file", async () => {
  await using config = await temporaryConfig();
  await writeAuth(at(config.path), AUTH);
  const before = await Deno.open(`${config.path}/svc/auth.json`);
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, index) => writeAuth(at(config.path), { ...AUTH, username: `user-${index}` }),
    ),
  );
  // The old file is still whole for whoever had it open: it was replaced, not overwritten.
  assert.deepEqual(JSON.parse(await new Response(before.readable).text()), AUTH);
  const names = [...Deno.readDirSync(`${config.path}/svc`)].map(({ name }) => name);
  assert.deepEqual(names, ["auth.json"]);
  assert.match((await readAuth(at(config.path)))!.username, /^user-\d+$/);
});

Deno.test("a key that others may read or replace is not used, as ssh does, and can still be ended", async () => {
  await using config = await temporaryConfig();
  await writeAuth(at(config.path), AUTH);
  const path = `${config.path}/svc/auth.json`;
  const exposed = (what: RegExp, fix: RegExp) => (error: SvcError) => {
    assert.equal(error.code, "config_exposed");
    assert.match(error.message, what);
    assert.match(error.hint!, fix);
    assert.doesNotMatch(error.message + error.hint, /svc_0123/);
    return true;
  };
  for (
    const [mode, what] of [
      [0o640, /Others can read/],
      [0o604, /Others can read/],
      [0o620, /Others can change/],
      [0o666, /Others can change/],
    ] as const
  ) {
    await Deno.chmod(path, mode);
    await assert.rejects(readAuth(at(config.path)), exposed(what, /chmod 600/));
    assert.deepEqual(await readExposedAuth(at(config.path)), AUTH);
  }
  await Deno.chmod(path, 0o600);
  await Deno.chmod(`${config.path}/svc`, 0o777);
  await assert.rejects(readAuth(at(config.path)), exposed(/can write in/, /chmod 700/));
  await assert.rejects(writeAuth(at(config.path), AUTH), exposed(/can write in/, /chmod 700/));
  await Deno.chmod(`${config.path}/svc`, 0o755);
  assert.deepEqual(await readAuth(at(config.path)), AUTH);
});

Deno.test("what is not an auth.json is refused by what is wrong, without its content", async () => {
  await using config = await temporaryConfig();
  await writeAuth(at(config.path), AUTH);
  const path = `${config.path}/svc/auth.json`;
  for (
    const [text, wrong] of [
      ["{", /is not JSON/],
      ["null", /serverUrl/],
      [JSON.stringify({ ...AUTH, serverUrl: "nowhere" }), /serverUrl/],
      [JSON.stringify({ ...AUTH, apiKey: "" }), /apiKey/],
      [JSON.stringify({ ...AUTH, apiKey: "a\nx: y" }), /apiKey/],
    ] as const
  ) {
    await Deno.writeTextFile(path, text);
    await assert.rejects(readAuth(at(config.path)), (error: SvcError) => {
      assert.match(error.message, wrong);
      assert.match(error.hint!, /svc auth login/);
      return error.code === "validation_failed";
    });
  }
});

Deno.test("nothing stored is not a login, and forgetting it twice is not an error", async () => {
  await using config = await temporaryConfig();
  assert.equal(await readAuth(at(config.path)), undefined);
  await writeAuth(at(config.path), AUTH);
  await removeAuth(at(config.path));
  await removeAuth(at(config.path));
  assert.equal(await readAuth(at(config.path)), undefined);
});
