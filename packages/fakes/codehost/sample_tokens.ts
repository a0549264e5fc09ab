import { createHash } from "node:crypto";
import type { App, Installation, TokenSeed } from "./state/mod.ts";

/** Text like that of a token, the same for the same name. */
const opaque = (name: string, length = 36) =>
  createHash("sha512").update(name).digest("base64url").replaceAll(/[-_]/g, "x").slice(0, length);

const encoded = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");

/** A signed token with these claims, as far as its form goes. */
export const signedToken = (claims: object) =>
  `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}.${opaque("signature", 64)}`;

/** The app of the tokens below. */
export const SAMPLE_APP: App = {
  id: 4711,
  slug: "helper",
  clientId: "Iv23liAbCdEf01234567",
  owner: "octocat",
  name: "Helper",
};

/** Where it is installed. */
export const SAMPLE_INSTALLATION: Installation = {
  id: 99,
  account: "octocat",
  repositories: ["octocat/one", "octocat/two"],
};

/**
 * One token of each kind, by the name that an audit gives it: its text as the platform would write it,
 * and what the host has to know of it.
 */
export const SAMPLE_TOKENS = {
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
    seed: {
      kind: "app-user",
      login: "octocat",
      app: SAMPLE_APP,
      installations: [SAMPLE_INSTALLATION],
    },
  },
  "app-installation": {
    text: `ghs_${opaque("installation")}`,
    seed: { kind: "app-installation", app: SAMPLE_APP, installation: SAMPLE_INSTALLATION },
  },
  "app-jwt": {
    text: signedToken({ iss: SAMPLE_APP.clientId, iat: 1_893_455_700, exp: 1_893_456_300 }),
    seed: { kind: "app", app: SAMPLE_APP, expiresAt: "2030-01-01T00:05:00Z" },
  },
  unknown: {
    text: `gist-runner.${opaque("unknown")}`,
    seed: { kind: "classic", login: "octocat", scopes: ["gist"] },
  },
} as const satisfies Record<string, { text: string; seed: TokenSeed }>;

/** An installation's token of the newer form, which names its app and holds a signed part. */
export const READABLE_INSTALLATION = `ghs_${SAMPLE_APP.id}_${signedToken({ exp: 1_893_459_600 })}`;

/** A token for getting others. The platform does not take it as one. */
export const REFRESH_TOKEN = `ghr_${opaque("refresh", 76)}`;

/** Pieces of a token that tell it, none of which may be seen anywhere: halves, and all that is long. */
export function piecesOf(token: string): string[] {
  const middle = Math.floor(token.length / 2);
  // What all tokens of a kind begin with is not a secret.
  const secret = token.replace(/^(?:gh[a-z]_|github_pat_)/, "");
  const windows = Array.from({ length: secret.length - 9 }, (_, at) => secret.slice(at, at + 10));
  return [token, token.slice(0, middle), token.slice(middle), ...windows];
}
