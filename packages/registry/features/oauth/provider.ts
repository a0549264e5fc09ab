import { oauthProvider } from "@better-auth/oauth-provider";
import { jwt } from "better-auth/plugins";
import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import { deviceGrant } from "./device_grant.ts";
import { registrantOf, type RegistrantOptions } from "./registrant.ts";
import { OAUTH_SCOPES } from "./scopes.ts";

/** The plugins of the identity library that make the registry an OAuth 2.1 and OpenID provider. */
export function oauthPlugins(options: RegistrantOptions): OpaquePlugin[] {
  const { db } = options;
  const plugins = [
    jwt({ disableSettingJwtHeader: true }),
    oauthProvider({
      loginPage: "/oauth/sign-in",
      consentPage: "/oauth/consent",
      scopes: [...OAUTH_SCOPES],
      grantTypes: ["authorization_code", "refresh_token"],
      allowDynamicClientRegistration: true,
      validateInitialAccessToken: async ({ headers }) => {
        const owner = await registrantOf(options, headers);
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

/** The slugs of the collectives a person belongs to, as an application may learn them. */
async function collectivesOf(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_member.collective_id")
    .select("collective.slug").where("collective_member.user_id", "=", userId)
    .where("collective.deleted_at", "is", null).orderBy("collective.slug").execute();
  return rows.map((row) => row.slug);
}
