import { getOAuthProviderState, oauthProvider } from "@better-auth/oauth-provider";
import { APIError } from "better-auth/api";
import { jwt } from "better-auth/plugins";
import { bindingOf } from "./binding.ts";
import { claimsOf, serverClaims } from "./claims.ts";
import { deviceGrant } from "./device_grant.ts";
import { endOutlived } from "./outlived.ts";
import { registrantOf, type RegistrantOptions } from "./registrant.ts";
import { OAUTH_SCOPES } from "./scopes.ts";
import { serversOnly } from "./servers_only.ts";
import { PUBLISHED_SECONDS, SIGNS_SECONDS } from "./signing_keys.ts";

/** The plugins of the identity library that make the registry an OAuth 2.1 and OpenID provider. */
export function oauthPlugins(options: RegistrantOptions): OpaquePlugin[] {
  const { db } = options;
  const plugins = [
    jwt({
      disableSettingJwtHeader: true,
      jwks: { rotationInterval: SIGNS_SECONDS, gracePeriod: PUBLISHED_SECONDS },
    }),
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
      customUserInfoClaims: async ({ user, scopes }) => ({ ...await claimsOf(db, user, scopes) }),
      customAccessTokenClaims: async ({ user, scopes, resources }) => ({
        ...resources?.length ? await serverClaims(db, user, scopes) : {},
      }),
      // The person is asked about each server: any application may name one that is registered.
      enforcePerClientResources: false,
      // Only what mount.ts lets through: programs on the person's own machine.
      allowUnauthenticatedClientRegistration: true,
      postLogin: {
        // The library keeps consents, codes and tokens apart by this; there is no page of this kind.
        page: "/oauth/sign-in",
        shouldRedirect: () => false,
        consentReferenceId: async ({ scopes }) => {
          const { query } = await getOAuthProviderState() ?? {};
          const resources = new URLSearchParams(query).getAll("resource");
          const binding = await bindingOf(db, scopes, resources);
          if ("reference" in binding) return binding.reference;
          throw new APIError("BAD_REQUEST", {
            error: "invalid_target",
            error_description: binding.refused,
          });
        },
      },
      customIdTokenClaims: async ({ user, scopes }) => ({ ...await claimsOf(db, user, scopes) }),
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
    serversOnly(db),
    deviceGrant(db),
    endOutlived(db),
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
