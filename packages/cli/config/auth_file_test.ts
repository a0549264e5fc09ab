import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { temporaryConfig } from "../testing/host.ts";
import {
  forgetLogin,
  loginList,
  readExposedLogins,
  readLogins,
  type StoredAuth,
  storeLogin,
  useLogin,
} from "./auth_file.ts";
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
  await storeLogin(at(config.path), AUTH);
  const path = `${config.path}/svc/auth.json`;
  assert.deepEqual(JSON.parse(await Deno.readTextFile(path)), AUTH);
  assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  assert.equal((await Deno.stat(`${config.path}/svc`)).mode! & 0o777, 0o700);
  assert.deepEqual((await readLogins(at(config.path)))?.current, AUTH);
});

Deno.test("a write replaces the file as a whole and leaves no temporary file", async () => {
  await using config = await temporaryConfig();
  await storeLogin(at(config.path), AUTH);
  const before = await Deno.open(`${config.path}/svc/auth.json`);
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, index) => storeLogin(at(config.path), { ...AUTH, username: `user-${index}` }),
    ),
  );
  // The old file is still whole for whoever had it open: it was replaced, not overwritten.
  assert.deepEqual(JSON.parse(await new Response(before.readable).text()), AUTH);
  const names = [...Deno.readDirSync(`${config.path}/svc`)].map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ["auth.json", "auth.json.lock"]);
  assert.match((await readLogins(at(config.path)))!.current.username, /^user-\d+$/);
});

Deno.test("a key that others may read or replace is not used, as ssh does, and can still be ended", async () => {
  await using config = await temporaryConfig();
  await storeLogin(at(config.path), AUTH);
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
    await assert.rejects(readLogins(at(config.path)), exposed(what, /chmod 600/));
    assert.deepEqual((await readExposedLogins(at(config.path)))?.current, AUTH);
  }
  await Deno.chmod(path, 0o600);
  await Deno.chmod(`${config.path}/svc`, 0o777);
  await assert.rejects(readLogins(at(config.path)), exposed(/can write in/, /chmod 700/));
  await assert.rejects(storeLogin(at(config.path), AUTH), exposed(/can write in/, /chmod 700/));
  await Deno.chmod(`${config.path}/svc`, 0o755);
  assert.deepEqual((await readLogins(at(config.path)))?.current, AUTH);
});

Deno.test("what is not an auth.json is refused by what is wrong, without its content", async () => {
  await using config = await temporaryConfig();
  await storeLogin(at(config.path), AUTH);
  const path = `${config.path}/svc/auth.json`;
  for (
    const [text, wrong] of [
      ["{", /is not JSON/],
      ["null", /serverUrl/],
      [JSON.stringify({ ...AUTH, serverUrl: "nowhere" }), /serverUrl/],
      [JSON.stringify({ ...AUTH, apiKey: "" }), /apiKey/],
      [JSON.stringify({ ...AUTH, apiKey: "a\nx: y" }), /apiKey/],
      [JSON.stringify({ ...AUTH, others: {} }), /others/],
      [JSON.stringify({ ...AUTH, others: [{ ...AUTH, apiKey: 1 }] }), /apiKey/],
    ] as const
  ) {
    await Deno.writeTextFile(path, text);
    await assert.rejects(readLogins(at(config.path)), (error: SvcError) => {
      assert.match(error.message, wrong);
      assert.match(error.hint!, /svc auth login/);
      return error.code === "validation_failed";
    });
  }
});

Deno.test("nothing stored is not a login, and forgetting it twice is not an error", async () => {
  await using config = await temporaryConfig();
  assert.equal(await readLogins(at(config.path)), undefined);
  await storeLogin(at(config.path), AUTH);
  await forgetLogin(at(config.path));
  await forgetLogin(at(config.path));
  assert.equal(await readLogins(at(config.path)), undefined);
});

Deno.test("each server has one login, the fields of spec 2.2 are those of the one in use", async () => {
  await using config = await temporaryConfig();
  const host = at(config.path);
  const on = (server: string, username: string) => ({
    ...AUTH,
    serverUrl: `https://${server}.example`,
    username,
  });
  const stored = async () =>
    loginList(await readLogins(host)).map(({ serverUrl, username }) => `${username} ${serverUrl}`);
  // As earlier clients wrote it.
  await Deno.mkdir(`${config.path}/svc`, { mode: 0o700 });
  await Deno.writeTextFile(`${config.path}/svc/auth.json`, JSON.stringify(on("a", "ada")), {
    mode: 0o600,
  });
  await storeLogin(host, on("b", "bob"));
  assert.deepEqual(await stored(), ["bob https://b.example", "ada https://a.example"]);
  await storeLogin(host, on("a", "eve"));
  assert.deepEqual(await stored(), ["eve https://a.example", "bob https://b.example"]);
  await useLogin(host, on("b", ""));
  const file = JSON.parse(await Deno.readTextFile(`${config.path}/svc/auth.json`));
  assert.deepEqual([file.username, file.others.length], ["bob", 1]);
  await forgetLogin(host, on("b", ""));
  assert.deepEqual(await stored(), ["eve https://a.example"]);
  await forgetLogin(host, on("a", ""));
  assert.deepEqual(await stored(), []);
});
