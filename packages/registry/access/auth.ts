import type { Resolver } from "./credential/resolve.ts";
import type { Limits } from "./rate/limits.ts";

/** Who a request acts as, and how often they may ask. */
export interface Auth {
  /** Tells principals; hold on to its cache when you revoke something. */
  resolver: Resolver;
  limits: Limits;
  /** Origins whose pages may act with the session cookie. */
  trustedOrigins: readonly string[];
}
