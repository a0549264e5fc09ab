import type { Db } from "./store/schema.ts";
import type { Resolver } from "./credential/resolve.ts";
import type { Limits } from "./rate/limits.ts";

/** Who a request acts as, and how often they may ask. */
export interface Auth {
  /** Tells principals. What ends a credential sends `credential.ended` or `sessions.ended`. */
  resolver: Resolver;
  limits: Limits;
  /** Origins whose pages may act with the session cookie. */
  trustedOrigins: readonly string[];
  /** Ends what a person gave to applications and devices, in the caller's transaction. */
  endGrants(trx: Db, userId: string): Promise<void>;
}
