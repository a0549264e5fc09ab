import type { Context } from "hono";
import type { PrincipalOf } from "../credential/principal.ts";
import type { App, Environment } from "@svc/http/edge";
import type { Form } from "@svc/http/input";
import type { Services } from "../services.ts";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import type { Prose } from "../../platform/web/markdown/prose.ts";

/** What all pages of one registry share. */
export interface Site {
  app: App;
  services: Services;
  /** How many notifications a person has not read, counted no further than `most`. */
  unread(userId: string, most: number): Promise<number>;
  /** Texts of strangers, and the manual's, as HTML. */
  prose: Prose;
}

/** One request for a page: who looks, from where, when. */
export interface Visit {
  site: Site;
  services: Services;
  context: Context<Environment>;
  url: URL;
  /** Anonymous or a session: a page takes no key and no token. */
  principal: PrincipalOf<"anonymous" | "session">;
  frame: PageFrame;
  now: Date;
  /** What was posted, once it has been read. */
  form?: Form;
}

/** A visit of somebody who is signed in. */
export type SignedInVisit = Visit & { principal: PrincipalOf<"session"> };

/** What a page's handler returns: an element to render, or a whole answer. */
export interface Rendered {
  page: unknown;
  status?: number;
  /** Cookies that the identity part set on the way. */
  cookies?: readonly string[];
  /** True when the page shows a secret once: no copy may be kept anywhere. */
  secret?: boolean;
  /** Seconds to wait before trying again, of a request that came too often. */
  retryAfter?: string | null;
}
