/** What kind of failure a vault's answer is. */
export type SecretFailureCode =
  /** The vault has no such key; svc says so in its own words. */
  | "not_found"
  /** Somebody deleted it, and it can be brought back. */
  | "deleted"
  /** What the vault needs is not there: a program, a store, an address, a token. */
  | "not_set_up"
  /** It is there and closed: a key that wants its pass phrase, a sealed server. */
  | "locked"
  /** The vault does not let this person do it. */
  | "refused"
  /** Somebody else changed the key meanwhile, and nothing was overwritten. */
  | "conflict"
  /** What is kept under the key is not a secret that svc can hand on. */
  | "not_a_secret"
  /** No answer, or one that is not an answer of such a vault. */
  | "unavailable";

/** Why a vault could not do what was asked, in words for a person. It never holds a value. */
export class SecretFailure extends Error {
  /** Stable word for the kind of failure. */
  readonly code: SecretFailureCode;
  /** What to do about it. */
  readonly hint: string;

  /**
   * @param reason what went wrong, without a full stop
   * @param hint what to do, without a full stop
   */
  constructor(code: SecretFailureCode, reason: string, hint: string) {
    super(`${reason}. ${hint}.`);
    this.code = code;
    this.hint = hint;
    // The reason lies with the vault or its settings: a line of code beside it would mislead.
    delete this.stack;
  }
}

/** The failure of a key that is not there. */
export function noSuchSecret(vault: string, key: string): SecretFailure {
  return new SecretFailure(
    "not_found",
    `The vault '${vault}' has no secret '${key}'`,
    `List its keys with 'svc vault list-keys ${vault}'`,
  );
}
