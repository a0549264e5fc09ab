import { betterAuth } from "better-auth";
import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import { createLimits, type Limits } from "../../access/rate/mod.ts";
import { credentialCache } from "../../access/credential/credential_cache.ts";
import { lastUsed } from "../../access/credential/last_used.ts";
import { trustedOrigins } from "../../access/credential/origin.ts";
import { authPlugins } from "./plugins.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { resolvePrincipal, type Resolver } from "../../access/credential/resolve.ts";
import { cookieVerifier } from "../../access/credential/signed_cookie.ts";

/** The header in which the edge tells the library the client's address, replacing a sent one. */
export const ADDRESS_HEADER = "x-svc-address";

/** How long a session lasts, in seconds. */
const SESSION_SECONDS = 30 * 24 * 3600;

/** What identity needs from its surroundings. */
export interface AuthOptions {
  db: Kysely<Schema>;
  dialect: "sqlite" | "postgres";
  config: { secret: string; baseUrl: string; rateLimit: boolean };
  now(): Date;
  log: { error(event: string, fields?: Record<string, string>): void };
}

/** Identity as the rest of the registry uses it. */
export interface Auth {
  /** Answers a request to one of the library's paths, with the library's own errors. */
  handler(request: Request): Promise<Response>;
  /** The library's server-side functions. */
  api: ReturnType<typeof library>["api"];
  /** Tells principals; hold on to its cache when you revoke something. */
  resolver: Resolver;
  limits: Limits;
  /** Origins whose pages may act with the session cookie. */
  trustedOrigins: readonly string[];
  /** Writes what waits to be written; call it before the store closes. */
  close(): Promise<void>;
}

/** Sets identity up on a migrated store. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { db } = options;
  const auth = library(options, (headers) => resolvePrincipal(resolver, headers));
  const context = await auth.$context;
  const uses = lastUsed(
    db,
    options.now,
    (error) => options.log.error("auth.last_used_lost", { reason: String(error) }),
  );
  const resolver: Resolver = {
    db,
    cache: credentialCache(() => options.now().getTime()),
    lastUsed: uses,
    cookies: cookieVerifier(options.config.secret),
    cookieName: context.authCookies.sessionToken.name,
    now: options.now,
  };
  return {
    async handler(request) {
      try {
        return await auth.handler(request);
      } finally {
        // Signing out, a new password and more end sessions, each in a way of the library's own.
        resolver.cache.forgetSessions();
      }
    },
    api: auth.api,
    resolver,
    limits: createLimits({ enabled: options.config.rateLimit, now: options.now }),
    trustedOrigins: trustedOrigins(options.config.baseUrl),
    close: () => uses.flush(),
  };
}

function library(
  { db, dialect, config, now, log }: AuthOptions,
  principalOf: (headers: Headers) => Promise<Principal>,
) {
  return betterAuth({
    appName: "svc",
    baseURL: config.baseUrl,
    basePath: "/api/auth",
    secret: config.secret,
    trustedOrigins: trustedOrigins(config.baseUrl),
    // Its own transactions are off: it would hash passwords inside them while the store waits.
    database: { db, type: dialect, transaction: false },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      log: (level, message) => {
        if (level === "error") log.error("auth.library", { reason: String(message) });
      },
    },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: "svc",
      useSecureCookies: config.baseUrl.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: authPlugins({ db, now, principalOf }),
  });
}
