import type { Hono } from "hono";
import type { Bindings } from "../listener/exchange.ts";

/** What middleware leaves on each request. */
export interface Environment {
  Bindings: Bindings;
  Variables: {
    /** The client's address, after trusted proxies. */
    address: string;
    requestId: string;
    /** Key of the policy row that answers, once it is known. */
    policyRow?: string;
    /** The id the request is counted under, where requests are counted (spec §5.2). */
    distinctId?: string;
  };
}

/** The registry as a web application. Answers `Request`s; listens to nothing. */
export type App = Hono<Environment>;
