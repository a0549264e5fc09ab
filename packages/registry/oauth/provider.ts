import { oauthProvider } from "@better-auth/oauth-provider";
import { isSvcError } from "@svc/core/error";
import { holdsScope } from "@svc/core/scope";
import { APIError } from "better-auth/api";
import { jwt } from "better-auth/plugins";
import type { Kysely } from "kysely";
import type { Principal } from "../auth/principal.ts";
import type { Schema } from "../store/schema.ts";
import { deviceGrant } from "./device_grant.ts";

/** What an application may ask of a person. */
export const OAUTH_SCOPES = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "collectives",
] as const;

/** What the provider needs of its surroundings. */
export interface ProviderOptions {
  db: Kysely<Schema>;
  /** Who a request with these headers acts as. */
  principalOf(headers: Headers): Promise<Principal>;
}

/** The plugins of the identity library that make the registry an OAuth 2.1 and OpenID provider. */
export function oauthPlugins({ db, principalOf }: ProviderOptions): OpaquePlugin[] {
  const plugins = [
    jwt({ disableSettingJwtHeader: true }),
    oauthProvider({
      loginPage: "/oauth/sign-in",
      consentPage: "/oauth/consent",
      scopes: [...OAUTH_SCOPES],
      grantTypes: ["authorization_code", "refresh_token"],
      allowDynamicClientRegistration: true,
      validateInitialAccessToken: async ({ headers }) => {
        const owner = registrantOf(await principalOf(headers).catch(unknownCredential));
        return owner === undefined ? false : { referenceId: owner };
      },
      customUserInfoClaims: async ({ user, scopes }) =>
        scopes.includes("collectives") ? { collectives: await collectivesOf(db, user.id) } : {},
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
    deviceGrant(),
  ];
  return plugins as unknown as OpaquePlugin[];
}

/**
 * A plugin without its endpoints' types: those of the provider do not hold under exact optional
 * properties, and nothing calls its endpoints but over HTTP.
 */
interface OpaquePlugin {
  id: "svc-oauth";
}

/** An invalid credential is nobody's; the provider refuses it in the form of its standard. */
function unknownCredential(error: unknown): Principal {
  if (isSvcError(error)) return { kind: "anonymous" };
  throw error;
}

/** Whom an application registered with this credential belongs to: a collective, or a person. */
function registrantOf(principal: Principal): string | undefined {
  if (principal.kind === "personalKey") return principal.user.id;
  if (principal.kind !== "collectiveToken") return undefined;
  if (holdsScope(principal.scopes, "oauth:manage")) return principal.collective.id;
  throw new APIError("FORBIDDEN", {
    error: "insufficient_scope",
    error_description: "This token requires the oauth:manage scope",
  });
}

/** The slugs of the collectives a person belongs to, as an application may learn them. */
async function collectivesOf(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_member.collective_id")
    .select("collective.slug").where("collective_member.user_id", "=", userId)
    .where("collective.deleted_at", "is", null).orderBy("collective.slug").execute();
  return rows.map((row) => row.slug);
}
