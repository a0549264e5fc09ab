import { parseReadable, parseRunnable } from "../../rights/rights.ts";
import type { Serving } from "../../http/endpoint.ts";
import {
  createLoginToken,
  createToken,
  revokeByPrincipal,
  revokeToken,
  rotateToken,
} from "../../tokens/mod.ts";
import { HELLO, OTHER } from "./target.ts";

/** One way of asking, and what it should be good for. */
export interface MatrixCaller {
  name: string;
  headers?: Record<string, string>;
  /** Put behind the address. */
  query?: string;
  /** The code of its refusal, for one that is not a credential; 401. */
  refused?: string;
  /** A browser's cookie, with what the browser says of the page that asks: ours, another's, or nothing. */
  page?: "own" | "foreign" | "unsaid";
  /** Names of behaviors that it sees, and of those whose `greet` it may run; `*` for all. */
  sees: readonly string[];
  runs: readonly string[];
}

/** Also a behavior that there is not. */
const NEAR = [HELLO, "helium"];

/** Every kind of credential and allow list. */
export async function matrixCallers(
  { state, credentials, sessions, publicUrl, now }: Serving,
  helloId: string,
): Promise<MatrixCaller[]> {
  const token = (name: string, rights: { allow?: string[]; read?: string[] }, days = 30) =>
    createToken(state, {
      name,
      rights: {
        run: (rights.allow ?? []).map(parseRunnable),
        read: (rights.read ?? []).map(parseReadable),
      },
      expiresAt: new Date(now().getTime() + days * 86_400_000),
      by: "the test",
    }, now()).text;
  const good = (
    name: string,
    rights: { allow?: string[]; read?: string[] },
    may: { sees: string[]; runs: string[] },
  ): MatrixCaller => ({ name, headers: bearer(token(name, rights)), ...may });
  const bad = (name: string, more: Partial<MatrixCaller> = {}): MatrixCaller => ({
    name,
    refused: "not_authenticated",
    sees: [],
    runs: [],
    ...more,
  });
  const all = token("whole", { allow: ["*"] });
  const revoked = token("revoked", { allow: ["*"] });
  revokeToken(state, "revoked", "the test", now());
  const before = token("rotated", { allow: ["*"] });
  rotateToken(state, "rotated", { expiresAt: null, graceMs: 0, by: "the test" }, now());
  const expired = token("expired", { allow: ["*"] }, -1);
  const graced = token("graced", { allow: [HELLO] });
  const hour = { expiresAt: null, graceMs: 3_600_000_000, by: "the test" };
  const after = rotateToken(state, "graced", hour, now()).text;
  const login = (sub: string, allow: string[]) =>
    createLoginToken(state, {
      principal: { sub, username: sub, email: null, collectives: ["acme"], groups: [] },
      rights: { run: allow.map(parseRunnable), read: [] },
      expiresAt: new Date(now().getTime() + 30 * 86_400_000),
    }, now()).text;
  const left = login("left", ["*"]);
  revokeByPrincipal(state, "left", "registry", now());
  /** A browser that signed in with a token: a session of its own for each request, as they end sooner. */
  const browser = async (token: string, more: Partial<MatrixCaller> & { name: string }) => {
    const request = new Request(publicUrl, { headers: bearer(token) });
    const caller = await credentials.resolve(request, "203.0.113.9");
    return {
      sees: [],
      runs: [],
      ...more,
      get headers() {
        const [cookie] = sessions!.create(caller, new Request(publicUrl)).split(";");
        const origin = { own: publicUrl, foreign: "https://elsewhere.example.org" };
        const page = more.page === "own" || more.page === "foreign" ? more.page : undefined;
        return { cookie: cookie!, ...(page && { origin: origin[page] }) };
      },
    };
  };
  return [
    bad("nobody"),
    bad("no words", { headers: { authorization: "" } }),
    bad("a scheme alone", { headers: { authorization: "Bearer" } }),
    bad("another scheme", { headers: { authorization: `Basic ${btoa(all)}` } }),
    bad("the token alone", { headers: { authorization: all } }),
    bad("garbage", { headers: bearer("x") }),
    bad("a name that there is not", { headers: bearer(`nobody.${"0".repeat(64)}`) }),
    bad("a wrong secret", { headers: bearer(`whole.${"0".repeat(64)}`) }),
    bad("another token's secret", { headers: bearer(`whole.${before.split(".")[1]}`) }),
    bad("a secret and more", { headers: bearer(`${all}0`) }),
    bad("a secret in capital letters", { headers: bearer(all.toUpperCase()) }),
    bad("a name alone", { headers: bearer("whole") }),
    bad("an endless one", { headers: bearer("a".repeat(5000)) }),
    bad("two tokens", { headers: bearer(`${all}, Bearer ${all}`) }),
    bad("a token in the address", { query: `?token=${all}` }),
    bad("a token as a cookie", { headers: { cookie: `token=${all}` } }),
    bad("a token as x-api-key", { headers: { "x-api-key": all } }),
    bad("revoked", { headers: bearer(revoked) }),
    bad("the secret before the rotation", { headers: bearer(before) }),
    bad("expired", { headers: bearer(expired), refused: "token_expired" }),
    good("reads-other", { read: [OTHER] }, { sees: [OTHER], runs: [] }),
    good("reads-hello", { read: [HELLO] }, { sees: [HELLO], runs: [] }),
    good("runs-wave", { allow: ["hello:wave"] }, { sees: [HELLO], runs: [] }),
    good("runs-greet", { allow: ["hello:greet"] }, { sees: [HELLO], runs: [HELLO] }),
    good("runs-gr", { allow: ["hello:gr*"] }, { sees: [HELLO], runs: [HELLO] }),
    good("runs-hello", { allow: [HELLO] }, { sees: [HELLO], runs: [HELLO] }),
    good("runs-hel", { allow: ["hel*:greet"] }, { sees: NEAR, runs: NEAR }),
    good("runs-hello2", { allow: ["hello2", "hell", "ello"] }, { sees: [], runs: [] }),
    good("runs-one-reads-all", { allow: [HELLO], read: ["*"] }, {
      sees: ["*"],
      runs: [HELLO],
    }),
    good("greets-all", { allow: ["*:greet"] }, { sees: ["*"], runs: ["*"] }),
    { name: "a token in its grace", headers: bearer(graced), sees: [HELLO], runs: [HELLO] },
    { name: "the secret after it", headers: bearer(after), sees: [HELLO], runs: [HELLO] },
    {
      name: "a person",
      headers: bearer(login("ada", ["hello:greet"])),
      sees: [HELLO],
      runs: [HELLO],
    },
    bad("a person who has left", { headers: bearer(left) }),
    await browser(all, { name: "a browser", page: "own", sees: ["*"], runs: ["*"] }),
    await browser(after, {
      name: "a browser with rights",
      page: "own",
      sees: [HELLO],
      runs: [HELLO],
    }),
    await browser(all, { name: "a page without origin", page: "unsaid", sees: ["*"], runs: ["*"] }),
    await browser(all, { name: "another site's page", page: "foreign", sees: ["*"], runs: ["*"] }),
    bad("a wrong token beside a cookie", {
      headers: { ...(await browser(all, { name: "" })).headers, ...bearer("x") },
    }),
    bad("a cookie that was made up", {
      headers: { cookie: (await browser(all, { name: "" })).headers.cookie.replace(/=.*/, "=x") },
      refused: "session_expired",
    }),
    // Ids begin with letters and digits as names do.
    good("an-id", { allow: [helloId], read: [helloId] }, { sees: [], runs: [] }),
    good("an-id-begun", { allow: [`${helloId.slice(0, 8)}*`] }, { sees: [], runs: [] }),
    { name: "whole", headers: bearer(all), sees: ["*"], runs: ["*"] },
    {
      name: "whole, in small letters",
      headers: { authorization: `bearer  ${all}` },
      sees: ["*"],
      runs: ["*"],
    },
  ];
}

function bearer(text: string): Record<string, string> {
  return { authorization: `Bearer ${text}` };
}
