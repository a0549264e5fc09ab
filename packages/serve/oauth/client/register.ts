import { SvcError } from "@svc/core/error";
import { askJson, callbackUrl, type Provider, saidText, SCOPES } from "../provider/mod.ts";

import type { StoredClient } from "./stored.ts";

/** The longest name that the registry takes. */
const NAME_LENGTH = 128;

/** What is registered. */
export interface Registering {
  provider: Provider;
  /** How people reach this server. */
  publicUrl: string;
  /** Shown to people who sign in; `svc serve on <host>` unless the operator chose one. */
  name: string;
}

/**
 * Registers this server at the registry, with a credential that may.
 *
 * @throws SvcError `missing_scope`, `application_limit`, `unavailable` with the registry's own words
 */
export async function register(
  { provider, publicUrl, name }: Registering,
  bearer: string,
): Promise<StoredClient> {
  const said = await askJson(provider.fetch, `${provider.url}/api/auth/oauth2/register`, {
    bearer,
    body: {
      client_name: [...name].slice(0, NAME_LENGTH).join(""),
      redirect_uris: [callbackUrl(publicUrl)],
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      scope: SCOPES,
      // Access tokens of the registry may be for this server.
      resource: publicUrl,
    },
  });
  const { client_id: clientId, client_secret: clientSecret } = said.body;
  if (said.ok && typeof clientId === "string" && typeof clientSecret === "string") {
    return { provider: provider.url, clientId, clientSecret, publicUrl };
  }
  throw refused(provider, said.status, said.body);
}

function refused(
  { url }: Provider,
  status: number,
  { code, error, error_description: words }: Readonly<Record<string, unknown>>,
): SvcError {
  if (code === "application_limit") {
    return new SvcError(
      "application_limit",
      `You have reached the limit of applications at ${url}`,
      {
        hint: `Delete one that is no longer used at ${url}/account/applications.`,
      },
    );
  }
  const why = saidText(words) ?? saidText(error) ?? `status ${status}`;
  return new SvcError("unavailable", `${url} did not register this server: ${why}`, {
    hint:
      "Register it by hand and start with --oauth-client-id; the manual's page on svc serve says how.",
  });
}
