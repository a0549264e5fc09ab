import { type Grant, grantOf } from "../provider/mod.ts";
import type { SignIn } from "../login/mod.ts";
import { down } from "../provider/mod.ts";

/**
 * Trades a refresh token for a new grant. Undefined when the registry does not take it any more.
 *
 * @throws SvcError `unavailable` when the registry gives no answer about the person
 */
export async function renew(
  { provider, client, now }: SignIn,
  refresh: string,
): Promise<Grant | undefined> {
  const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  const response = await provider.fetch(provider.metadata().token_endpoint!, {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${new TextEncoder().encode(pair).toBase64()}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refresh }).toString(),
  });
  const body = await response.json().catch(() => ({})) as Record<string, unknown>;
  if (!response.ok) {
    if (body.error === "invalid_grant" || body.error === "invalid_token") return undefined;
    // What is wrong with this server's client says nothing about the person.
    throw down(provider.url, `it did not renew the login (status ${response.status})`);
  }
  const grant = grantOf(body, now());
  if (grant === undefined) throw down(provider.url, "it renewed the login without sending a token");
  return { ...grant, refresh: grant.refresh ?? refresh };
}
