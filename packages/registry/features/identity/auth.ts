import { betterAuth } from "better-auth";
import type { Auth } from "../../access/auth.ts";
import type { OperatorNames } from "../../access/name/reserved.ts";
import type { Db } from "../../access/store/schema.ts";
import {
  AHEAD,
  type Counting,
  createLimits,
  type Limits,
  ownCounts,
  sharedCounts,
  uncounted,
} from "../../access/rate/mod.ts";
import { credentialCache, followEvents } from "../../access/credential/credential_cache.ts";
import type { Events } from "../../platform/events/events.ts";
import { lastUsed } from "../../access/credential/last_used.ts";
import { trustedOrigins } from "../../access/credential/origin.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import type { Following } from "../../platform/store/following.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type HashPassword, newSalt, saltOf } from "./password/hash.ts";
import { PASSWORD_LENGTH } from "./password/rule.ts";
import { ADDRESS_HEADER } from "../../access/audit/address_header.ts";
import { authPlugins, type IdentityProvider } from "./plugins.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { resolvePrincipal, type Resolver } from "../../access/credential/resolve.ts";
import { cookieVerifier } from "../../access/credential/signed_cookie.ts";

export { ADDRESS_HEADER };

/** How long a session lasts, in seconds. */
const SESSION_SECONDS = 30 * 24 * 3600;

/** What identity needs from its surroundings. */
export interface AuthOptions {
  db: Db;
  config: { secret: string; baseUrl: string; rateLimit: boolean } & OperatorNames;
  events: Events;
  following: Pick<Following, "current">;
  now(): Date;
  outbox: Outbox;
  hashPassword: HashPassword;
  log: { error(event: string, fields?: Record<string, string>): void };
  /** The plugins of other features, and which programs may ask for a device code. */
  provider: IdentityProvider;
}

/** The identity library, as its endpoints and pages use it. */
export interface Identity {
  /** Answers a request to one of the library's paths, with the library's own errors. */
  handler(request: Request): Promise<Response>;
  /** The library's server-side functions. */
  api: ReturnType<typeof library>["api"];
  hashPassword: HashPassword;
  /** Writes what waits to be written; call it before the store closes. */
  close(): Promise<void>;
}

declare module "../../access/services.ts" {
  interface Services {
    identity: Identity;
  }
}

/** Sets identity up on a migrated store: who asks, and the library that signs people in. */
export async function createAuth(
  options: AuthOptions,
): Promise<{ auth: Auth; identity: Identity }> {
  const { config, db, events, following, now, log, provider } = options;
  const principalOf = (headers: Headers) => resolvePrincipal(resolver, headers);
  const limits = createLimits(countingFor(options));
  const made = library(options, principalOf, limits);
  const context = await made.$context;
  const uses = lastUsed(
    db,
    now,
    (error) => log.error("auth.last_used_lost", { reason: String(error) }),
  );
  const resolver: Resolver = {
    db,
    cache: credentialCache(() => now().getTime(), following.current),
    lastUsed: uses,
    cookies: cookieVerifier(config.secret),
    cookieName: context.authCookies.sessionToken.name,
    now,
  };
  followEvents(resolver.cache, events);
  return {
    auth: {
      resolver,
      limits,
      trustedOrigins: trustedOrigins(config.baseUrl),
      endGrants: provider.endGrants,
    },
    identity: {
      async handler(request) {
        try {
          return await made.handler(request);
        } finally {
          // Signing out, a new password and more end sessions, each in a way of the library's own.
          events.emit("sessions.ended", {});
        }
      },
      api: made.api,
      hashPassword: options.hashPassword,
      close: () => uses.flush(),
    },
  };
}

/** Postgres may have several servers, which count together. */
function countingFor({ config, db, now }: AuthOptions): Counting {
  const clock = () => now().getTime();
  if (!config.rateLimit) return uncounted;
  return isPostgres(db) ? sharedCounts(db, clock, AHEAD) : ownCounts(clock);
}

function library(
  { db, config, events, now, log, outbox, hashPassword, provider }: AuthOptions,
  principalOf: (headers: Headers) => Promise<Principal>,
  limits: Limits,
) {
  return betterAuth({
    appName: "svc",
    baseURL: config.baseUrl,
    basePath: "/api/auth",
    onAPIError: { errorURL: `${config.baseUrl}/oauth/error` },
    secret: config.secret,
    trustedOrigins: trustedOrigins(config.baseUrl),
    // Its own transactions are off: it would hash passwords inside them while the store waits.
    // It writes flags, times and lists as SQLite has them, on each engine: there is one schema.
    database: { db, type: "sqlite", transaction: false },
    telemetry: { enabled: false },
    // Once @opentelemetry/api is installed beside it, its spans break calls with a session: creating
    // a personal key answers 401 (personal_keys_test.ts).
    experimental: { instrumentation: { enabled: false } },
    rateLimit: { enabled: false },
    logger: {
      log: (level, message) => {
        if (level === "error") log.error("auth.library", { reason: String(message) });
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: {
        hash: (password) => hashPassword(password, newSalt()),
        verify: async ({ hash, password }) => await hashPassword(password, saltOf(hash)) === hash,
      },
    },
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: "svc",
      useSecureCookies: config.baseUrl.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: authPlugins({
      db,
      config,
      events,
      now,
      outbox,
      hashPassword,
      provider,
      principalOf,
      limits,
    }),
  });
}
