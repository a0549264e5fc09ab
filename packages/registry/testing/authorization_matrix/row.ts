/** Kinds of credential as the spec names them (spec §2.3, §4.1, §4.3; design §4). */
export type Taken =
  | "cookie"
  | "sessionToken"
  | "exchange"
  | "key"
  | "token"
  | "publish"
  | "anyone"
  | "everybody";

/** Roles as the spec names them; undefined for somebody who is not a member. */
export type MemberRole = "member" | "admin" | "owner" | undefined;

/**
 * What a row's `{slug}`, `{name}` or `{issue}` stands for:
 * `collective` and `extension` are guarded by the row's role, and a token of another collective is
 * refused before any look-up; a collective that is only a `mention` is there or not; an `issue` is
 * seen and administered by the lab's rules.
 */
export type About = "collective" | "extension" | "mention" | "issue";

/**
 * One row of the interface as the documents state it. Transcribed by hand, never derived from the
 * policy table: an error there shows as a difference to this list.
 */
export interface FixtureRow {
  /** Key of the policy row under test. */
  key: string;
  /** The place the expectation was read from. */
  source: string;
  line: string;
  /** Kinds of credential that are taken; `anyone` for none needed, `everybody` for none looked at. */
  takes: readonly Taken[];
  /**
   * Scope a collective token needs. On a row for anyone it decides what a token sees of its
   * private collective, not whether it is answered.
   */
  scope?: string;
  /** For operators alone: to everybody else it is not there. */
  operator?: true;
  /** Least role a person needs. */
  role?: Exclude<MemberRole, undefined>;
  about?: About;
  /** Of an issue: what the caller must be able to do with it; `change` is the author's or an admin's. */
  issue?: "see" | "change";
  /** A request by which nothing changes that another case depends on. */
  body?: unknown;
  /** What a caller is answered whom the policy lets through. */
  admitted: 200 | 201 | 204 | 302 | 400 | 404 | 409;
}

export const ANY_CREDENTIAL = ["cookie", "key", "token"] as const;
export const PERSON = ["cookie", "key"] as const;
export const COOKIE_ONLY = ["cookie"] as const;
export const SESSION = ["cookie", "sessionToken"] as const;
export const TOKEN_MANAGEMENT = ["cookie", "exchange"] as const;
/** Who publishes: a CI job as well. */
export const PUBLISHES = [...ANY_CREDENTIAL, "publish"] as const;
export const ANYONE = ["anyone"] as const;

export const EVERYBODY = ["everybody"] as const;

/** A body no endpoint takes: 400 means that the policy let the caller through. */
export const WRONG = { unexpected: true };
