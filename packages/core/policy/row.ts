import type { RoleRequirement } from "../role/role.ts";
import type { Scope } from "../scope/scope.ts";

/**
 * The credentials an endpoint takes (spec §4, §5.4; design §4).
 * `session` is the cookie; `sessionToken` is a session named in `Authorization`, as a client holds
 * one between signing in and creating its personal key (spec §4.1).
 * `exchange` is the five-minute session a personal key is exchanged for; it is good for the
 * collective token endpoints alone.
 * `publishToken` is what a CI job got for its identity token: it publishes the extensions it names.
 */
export type CredentialKind =
  | "anonymous"
  | "session"
  | "sessionToken"
  | "exchange"
  | "personalKey"
  | "collectiveToken"
  | "publishToken";

/** An HTTP method the interface uses. */
type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One endpoint's policy: who may call it with what. Guards, OpenAPI, manual and tests derive from it. */
export interface PolicyRow extends Omit<WrittenRow, "request"> {
  method: HttpMethod;
  /** Path with `{parameter}`s. */
  path: `/${string}`;
}

/** A row as the table has it. */
export interface WrittenRow {
  /** Method and path, which has `{parameter}`s. */
  request: `${HttpMethod} /${string}`;
  credentials: readonly CredentialKind[];
  /** The scope a collective token must hold; absent when tokens are not taken or none is needed. */
  scope?: Scope;
  /** The least role in the collective of the path, or of the extension's owner. */
  role: RoleRequirement;
  /**
   * `recent`: the session must have been proved within the last ten minutes, by the strongest way
   * that the account has: a stolen cookie alone does not do. `action`: the request itself holds the
   * answer of a second factor, for exactly this and nothing else.
   */
  proof?: "recent" | "action";
  /** `lines`: answers with a JSON value a line, not with one; `bytes`: with text or bytes. */
  answers?: "lines" | "bytes";
  /** On a row with `proof`: also open while the account is on hold after a recovery. */
  onHold?: true;
  /**
   * The caller only gives up what they have: also open to members without a second factor where their
   * collective requires one, and while it is suspended.
   */
  givesUp?: true;
  /** One line, imperative: the OpenAPI summary and the manual's entry. */
  summary: string;
  /** The manual's chapter and the OpenAPI tag. */
  tag: PolicyTag;
}

/** Chapters of the interface. */
export type PolicyTag =
  | "identity"
  | "security"
  | "collectives"
  | "tokens"
  | "extensions"
  | "publishing"
  | "lab"
  | "log"
  | "profiles"
  | "feed"
  | "notifications"
  | "billing"
  | "oauth"
  | "serve"
  | "operator"
  | "service";

/**
 * What rows of a chapter have in common: `read("GET /api/v1/lab/issues", "Search the issues")`.
 * What is `own` to a row stands beside that, or in the place of it.
 */
export const rowsWith =
  <const Common extends Partial<WrittenRow>>(common: Common) =>
  <const Own extends Partial<WrittenRow> = Record<never, never>>(
    request: WrittenRow["request"],
    summary: string,
    own?: Own,
  ): Omit<Common, keyof NoInfer<Own>> & NoInfer<Own> & Pick<WrittenRow, "request" | "summary"> => ({
    ...common,
    request,
    summary,
    ...own as Own,
  });
