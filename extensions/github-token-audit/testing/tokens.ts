import { createHash } from "node:crypto";
import type { App, Installation, TokenSeed } from "@svc/fakes/codehost";

/** Text like that of a token, the same for the same name. */
const opaque = (name: string, length = 36) =>
  createHash("sha512").update(name).digest("base64url").replaceAll(/[-_]/g, "x").slice(0, length);

const encoded = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");

/** A signed token with these claims, as far as its form goes. */
export const signed = (claims: object) =>
  `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}.${opaque("signature", 64)}`;

/** The app of the tokens below. */
export const APP: App = {
  id: 4711,
  slug: "helper",
  clientId: "Iv23liAbCdEf01234567",
  owner: "octocat",
  name: "Helper",
};

/** Where it is installed. */
export const INSTALLATION: Installation = {
  id: 99,
  account: "octocat",
  repositories: ["octocat/one", "octocat/two"],
};

/** One token of each kind, by the type that an audit finds: its text, and what the platform knows. */
export const TOKENS = {
  classic: {
    text: `ghp_${opaque("classic")}`,
    seed: {
      kind: "classic",
      login: "octocat",
      scopes: ["repo", "read:org"],
      expiresAt: "2030-06-01T12:00:00Z",
    },
  },
  "classic-or-oauth": {
    text: createHash("sha1").update("old").digest("hex"),
    seed: { kind: "classic", login: "octocat", scopes: [] },
  },
  "fine-grained": {
    text: `github_pat_11ABCDEFG0${opaque("fine", 22)}_${opaque("grained", 59)}`,
    seed: { kind: "fine-grained", login: "octocat", expiresAt: "2030-07-01T00:00:00Z" },
  },
  "oauth-app": {
    text: `gho_${opaque("oauth")}`,
    seed: {
      kind: "oauth-app",
      login: "octocat",
      scopes: ["repo", "gist"],
      clientId: "178c6fc778ccc68e1d6a",
    },
  },
  "app-user": {
    text: `ghu_${opaque("user")}`,
    seed: { kind: "app-user", login: "octocat", app: APP, installations: [INSTALLATION] },
  },
  "app-installation": {
    text: `ghs_${opaque("installation")}`,
    seed: { kind: "app-installation", app: APP, installation: INSTALLATION },
  },
  "app-jwt": {
    text: signed({ iss: APP.clientId, iat: 1_893_455_700, exp: 1_893_456_300 }),
    seed: { kind: "app", app: APP, expiresAt: "2030-01-01T00:05:00Z" },
  },
  unknown: {
    text: `gist-runner.${opaque("unknown")}`,
    seed: { kind: "classic", login: "octocat", scopes: ["gist"] },
  },
} as const satisfies Record<string, { text: string; seed: TokenSeed }>;

/** An installation's token of the newer form, which names its app and holds a signed part. */
export const READABLE_INSTALLATION = `ghs_${APP.id}_${signed({ exp: 1_893_459_600 })}`;

/** A token for getting others. The platform does not take it as one. */
export const REFRESH_TOKEN = `ghr_${opaque("refresh", 76)}`;

/** Pieces of a token that tell it, none of which may be seen anywhere. */
export function piecesOf(token: string): string[] {
  const middle = Math.floor(token.length / 2);
  const windows = Array.from({ length: token.length - 9 }, (_, at) => token.slice(at, at + 10));
  return [token, token.slice(0, middle), token.slice(middle), ...windows];
}
