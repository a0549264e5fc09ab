import type { Hono } from "hono";

/** What middleware leaves on each request. */
export interface Environment {
  Bindings: {
    /** The connection's remote address, from the server. */
    remoteAddress?: string;
  };
  Variables: {
    /** The client's address, after trusted proxies. */
    address: string;
    requestId: string;
  };
}

/** The registry as a web application. Answers `Request`s; listens to nothing. */
export type App = Hono<Environment>;
