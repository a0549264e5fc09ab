import assert from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { callerNamed } from "../testing/callers.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { tokenCredentials } from "../tokens/credentials.ts";
import { createToken, revokeToken, rotateToken } from "../tokens/operator.ts";
import { TOKEN_TABLES } from "../tokens/tables.ts";
import { ownCookie } from "./cookie.ts";
import { sessionCredentials } from "./credentials.ts";
import { MOST_OF_ONE, openSessions, SESSION_MS, SESSION_TABLES } from "./sessions.ts";

const HOME = "https://serve.example.org";
const NOW = new Date("2026-11-22T12:00:00Z");
const quiet = { info() {}, warn() {}, error() {} };

const bringing = (cookie: string, headers: Record<string, string> = {}) =>
  new Request(HOME, { headers: { cookie: cookie.split(";")[0]!, ...headers } });

Deno.test("over TLS the cookie is bound to the host; on this machine the port is in its name", () => {
  assert.equal(
    ownCookie(HOME, "svc_session").set("x", 5),
    "__Host-svc_session=x; Max-Age=5; Path=/; HttpOnly; SameSite=Lax; Secure",
  );
  assert.match(ownCookie("http://127.0.0.1:9090", "a").set("x", 5), /^a_9090=x; .*SameSite=Lax$/);
});

Deno.test("a cookie that comes twice was set by somebody else, and is not read", () => {
  const { read } = ownCookie(HOME, "a");
  const from = (cookie: string) => read(new Request(HOME, { headers: { cookie } }));
  assert.equal(from("x=1; __Host-a=v; y=2"), "v");
  assert.equal(from("__Host-a=v; __Host-a=w"), undefined);
  assert.equal(from("a=v; __Host-ab=v; x__Host-a=v"), undefined);
});

Deno.test("a session is found by its cookie alone, of which only the hash is kept", async () => {
  await using kept = await temporaryState(SESSION_TABLES);
  const sessions = openSessions(kept.state.database, HOME, () => NOW);
  const cookie = sessions.create(callerNamed("ci"), new Request(HOME));
  const [, value] = /=([\w-]{43});/.exec(cookie)!;
  assert.equal(sessions.find(bringing(cookie))!.owner, "ci");
  const rows = JSON.stringify(kept.state.database.prepare("SELECT * FROM session").all());
  assert.ok(!rows.includes(value!));
  const { id } = sessions.find(bringing(cookie))!;
  for (const wrong of [id, "", `${value}x`, value!.slice(1), "%00", "' OR 1=1"]) {
    assert.equal(sessions.find(bringing(`__Host-svc_session=${wrong}`)), undefined);
  }
});

Deno.test("of too many sessions with one credential the oldest end, and nobody else's", async () => {
  await using kept = await temporaryState(SESSION_TABLES);
  const sessions = openSessions(kept.state.database, HOME, () => NOW);
  const signIn = (name: string) => sessions.create(callerNamed(name), new Request(HOME));
  const other = signIn("other");
  const all = Array.from({ length: MOST_OF_ONE + 2 }, () => signIn("ci"));
  const good = all.map((cookie) => sessions.find(bringing(cookie)) !== undefined);
  assert.deepEqual(good, all.map((_, index) => index >= 2), "all began in the same millisecond");
  assert.ok(sessions.find(bringing(other)));
});

Deno.test("a session lasts eight hours, or as long as the credential it was made with", async () => {
  await using kept = await temporaryState(SESSION_TABLES);
  const clock = { now: NOW };
  const sessions = openSessions(kept.state.database, HOME, () => clock.now);
  const long = sessions.create(callerNamed("long"), new Request(HOME));
  const soon = new Date(NOW.getTime() + 1000);
  const short = sessions.create({ ...callerNamed("short"), expiresAt: soon }, new Request(HOME));
  const alive = () => [long, short].map((one) => sessions.find(bringing(one)) !== undefined);
  clock.now = new Date(NOW.getTime() + 999);
  assert.deepEqual(alive(), [true, true]);
  clock.now = soon;
  assert.deepEqual(alive(), [true, false]);
  clock.now = new Date(NOW.getTime() + SESSION_MS);
  assert.deepEqual(alive(), [false, false]);
});

Deno.test("a session made with a token is as good as the token: revoked or rotated, it ends", async () => {
  await using kept = await temporaryState([...TOKEN_TABLES, ...SESSION_TABLES]);
  const { state } = kept;
  using tokens = tokenCredentials(state, { log: quiet, now: () => NOW });
  const sessions = openSessions(state.database, HOME, () => NOW);
  const { resolve, watch } = sessionCredentials(sessions, tokens.callerOf, () => NOW);
  const rights = { run: [{ behavior: "deploy", method: "*" }], read: [] };
  const cookieFor = async (name: string) => {
    const { text } = createToken(state, { name, rights, expiresAt: null, by: "ada" }, NOW);
    const headers = { authorization: `Bearer ${text}` };
    const caller = await tokens.resolve(new Request(HOME, { headers }), "127.0.0.1");
    return sessions.create(caller, new Request(HOME));
  };
  const [revoked, rotated] = [await cookieFor("revoked"), await cookieFor("rotated")];
  const caller = await resolve(bringing(revoked), "");
  assert.deepEqual([caller.name, caller.cookie, caller.rights], ["revoked", true, rights]);
  const ended = Promise.withResolvers<string>();
  using _watch = watch(caller, ended.resolve);
  revokeToken(state, "revoked", "ada", NOW);
  rotateToken(state, "rotated", { expiresAt: null, graceMs: 0, by: "ada" }, NOW);
  for (const cookie of [revoked, rotated]) {
    await assert.rejects(resolve(bringing(cookie), ""), refusal("session_expired"));
  }
  assert.equal(await ended.promise, "The session has ended");
});

Deno.test("what is open under a session that cannot be checked ends, and the server does not", async () => {
  await using kept = await temporaryState(SESSION_TABLES);
  const sessions = openSessions(kept.state.database, HOME, () => NOW);
  const get = () => {
    throw new Error("disk I/O error");
  };
  const { watch } = sessionCredentials({ ...sessions, get }, () => undefined, () => NOW);
  const ended = Promise.withResolvers<string>();
  using _watch = watch(callerNamed("ci"), ended.resolve);
  assert.equal(await ended.promise, "The session could not be checked");
});
