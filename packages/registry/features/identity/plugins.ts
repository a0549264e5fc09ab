import { apiKey } from "@better-auth/api-key";
import { generateKey } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import type { BetterAuthPlugin } from "better-auth";
import { bearer, deviceAuthorization, username } from "better-auth/plugins";
import type { OperatorNames } from "../../access/name/reserved.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Limits } from "../../access/rate/mod.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Events } from "../../platform/events/events.ts";
import type { HashPassword } from "./password/hash.ts";
import { changePassword } from "./password/change_password.ts";
import { signInByFactor } from "./password/sign_in_by_factor.ts";
import { signInByPasskey } from "./password/sign_in_by_passkey.ts";
import { signInByPassword } from "./password/sign_in_by_password.ts";
import { signUp } from "./sign_up.ts";
import { APIError } from "better-auth/api";

/** What a feature above adds to the library: the OAuth provider does. */
export interface IdentityProvider {
  /** True for a program that may ask for a device code. */
  mayAskForDevice(db: Db, clientId: string): Promise<boolean>;
  /** Ends what a person gave to applications and devices, in the caller's transaction. */
  endGrants(trx: Db, userId: string): Promise<void>;
  /** Its own plugins; nothing calls their endpoints but over HTTP, so their types stay closed. */
  plugins(options: Pick<PluginOptions, "db" | "now" | "principalOf">): BetterAuthPlugin[];
}

/** What the library's plugins need. */
export interface PluginOptions {
  db: Db;
  config: { secret: string; baseUrl: string } & OperatorNames;
  now(): Date;
  outbox: Outbox;
  events: Events;
  hashPassword: HashPassword;
  /** Who a request with these headers acts as. */
  principalOf(headers: Headers): Promise<Principal>;
  provider: IdentityProvider;
  limits: Pick<Limits, "mail">;
}

/** The library's plugins: each adds endpoints that the allow-list of auth/mount.ts opens. */
export function authPlugins(options: PluginOptions) {
  const { db, now, principalOf, provider } = options;
  return [
    usernames(),
    signUp(options),
    signInByPassword(options),
    signInByFactor(options),
    signInByPasskey(options),
    refuseDisabled(db),
    changePassword({ ...options, endGrants: provider.endGrants }),
    bearer(),
    deviceAuthorization({
      expiresIn: "15m",
      interval: "5s",
      userCodeLength: 8,
      verificationUri: "/device",
      validateClient: (id) => provider.mayAskForDevice(db, id),
    }),
    apiKey({
      // Ours count per caller and address; the plugin's would stop a key after ten requests a day.
      rateLimit: { enabled: false },
      customKeyGenerator: () => generateKey("personal"),
      defaultPrefix: "svc_",
      startingCharactersConfig: { shouldStore: true, charactersLength: 8 },
      maximumNameLength: LIMITS.keyNameCharacters,
      enableSessionForAPIKeys: false,
    }),
    ...provider.plugins({ db, now, principalOf }),
  ];
}

/** The library's usernames without their endpoints, which ours replace or which are not open. */
function usernames() {
  return {
    ...username({
      // Sign-up has its own, stricter rule; here a malformed name is simply nobody's.
      minUsernameLength: 1,
      maxUsernameLength: 254,
      usernameValidator: () => true,
      immutableUsername: true,
    }),
    endpoints: {},
  };
}

/** Makes no session for an account that the operator disabled, however the sign-in came about. */
function refuseDisabled(db: Db) {
  return {
    id: "svc-disabled",
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }) {
                const row = await db.selectFrom("disabled_user").select("user_id")
                  .where("user_id", "=", userId).executeTakeFirst();
                if (row === undefined) return;
                throw new APIError("FORBIDDEN", {
                  code: "forbidden",
                  message: "This account is disabled",
                  hint: "Ask the operator of this registry.",
                });
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
