import type { Clock } from "./time.ts";
import type { Project } from "./project.ts";

/** A registered app. */
export interface App {
  id: number;
  slug: string;
  clientId: string;
  /** Login of the account it is registered under. */
  owner: string;
  name?: string;
}

/** What tokens of people have in common. */
interface PersonalToken {
  /** Whose it is. */
  login: string;
  /** When it ends, ISO 8601; without it, it does not. */
  expiresAt?: string;
  /** The account is suspended. */
  suspended?: boolean;
  /** Organizations with single sign-on that it is not authorized for. */
  unauthorized?: readonly string[];
}

/** Permissions that a token lacks: operations to what the platform would accept for them. */
interface Limited {
  /** For example `{ "POST /repos/{owner}/{repo}/pulls": "pull_requests=write" }`. */
  lacks?: Readonly<Record<string, string>>;
}

/** A token, by what it is; the platform treats each kind in its own way. */
export type Token =
  | PersonalToken & { kind: "classic"; scopes: readonly string[] }
  | PersonalToken & { kind: "oauth-app"; scopes: readonly string[]; clientId: string }
  | PersonalToken & Limited & { kind: "fine-grained" }
  | PersonalToken & Limited & { kind: "app-user"; app: App; installations: readonly Installation[] }
  | Limited & { kind: "app-installation"; app: App; installation: Installation; expiresAt?: string }
  | { kind: "app"; app: App; expiresAt?: string };

/** An app on an account. */
export interface Installation {
  id: number;
  /** The account's login. */
  account: string;
  /** What it reaches: everything of the account, or these repositories by `owner/name`. */
  repositories: "all" | readonly string[];
  suspended?: boolean;
}

/** Whether an installation may touch a repository. */
export function reaches(
  { account, repositories }: Installation,
  { owner, name }: Pick<Project, "owner" | "name">,
): boolean {
  return repositories === "all" ? owner === account : repositories.includes(`${owner}/${name}`);
}

/** A token as a fixture gives it: a login alone is a classic token that may do everything. */
export type TokenSeed = string | Token;

/** Tokens that the host knows. */
export interface Tokens {
  /** The token with that text, unless it is unknown or has ended. */
  find(text: string): Token | undefined;
  set(text: string, token: TokenSeed): void;
  revoke(text: string): void;
}

/** Scopes of a classic token that may do everything. */
const EVERYTHING = ["repo", "user", "admin:org", "workflow", "delete_repo"];

/** The table of tokens from a fixture. */
export function createTokens(seed: Readonly<Record<string, TokenSeed>>, clock: Clock): Tokens {
  const tokens = new Map(Object.entries(seed).map(([text, token]) => [text, asToken(token)]));
  return {
    find(text) {
      const token = tokens.get(text);
      const end = token?.expiresAt;
      return end !== undefined && Date.parse(end) <= clock.now() ? undefined : token;
    },
    set: (text, token) => void tokens.set(text, asToken(token)),
    revoke: (text) => void tokens.delete(text),
  };
}

/** Whom a token acts as. An app itself is not an account. */
export function actorOf(token: Token): string | null {
  if (token.kind === "app") return null;
  return token.kind === "app-installation" ? `${token.app.slug}[bot]` : token.login;
}

/** Logins of everyone whom tokens act as. */
export function actorsOf(seeds: Readonly<Record<string, TokenSeed>>): string[] {
  const actors = Object.values(seeds).map((seed) => actorOf(asToken(seed)));
  return [...new Set(actors.filter((login) => login !== null))];
}

function asToken(seed: TokenSeed): Token {
  return typeof seed === "string" ? { kind: "classic", login: seed, scopes: EVERYTHING } : seed;
}
