import type { RequestHead } from "@svc/http/listener";
import type { Rights } from "../rights/rights.ts";

/** Who asks, once their credential was found good. */
export interface Caller {
  /** A token that an operator made, or a person that the registry vouches for. */
  kind: "token" | "user";
  /** The token's name, or the person's username. */
  name: string;
  /** Who a run is recorded as: `token:<name>` or `user:<username>`. */
  initiatedBy: string;
  rights: Rights;
  /** What ends with this id ends all that the caller has open. */
  credentialId: string;
  /** When the credential ends by itself; null for never. */
  expiresAt: Date | null;
  /** True for a browser's session, whose requests that change something must come from our own pages. */
  cookie: boolean;
}

/** Finds out who asks. */
export interface Credentials {
  /**
   * Whether the credential is good is checked again each time. What is refused is logged, without the
   * secret.
   *
   * @param address the client's address, after trusted proxies, for rate limits
   * @throws SvcError `not_authenticated`, `token_expired`, `forbidden`, `rate_limited`
   */
  resolve(request: Request, address: string): Promise<Caller>;
  /**
   * Calls `ended` once, within two seconds after the credential was revoked, has expired or lost
   * rights. Disposing ends the watch.
   */
  watch(caller: Caller, ended: (why: string) => void): Disposable;
}

/** One kind of credential: tokens, access tokens of the registry, sessions of browsers. */
export interface CredentialKind extends Credentials {
  /** Ids of its callers' credentials are `<kind>:` and more. */
  kind: string;
  /** Whether a request carries something of this kind's form, good or not. Looks only, checks nothing. */
  recognises(request: RequestHead): boolean;
}
