import type { Provider } from "../provider/mod.ts";
import type { StoredClient } from "./stored.ts";

/**
 * Whether the registry still knows a client with this secret. Asked about a text that is not a token, which
 * changes nothing.
 *
 * @throws SvcError `unavailable`
 */
export async function isKnown(provider: Provider, client: StoredClient): Promise<boolean> {
  const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  const response = await provider.fetch(provider.metadata().introspection_endpoint!, {
    method: "POST",
    headers: {
      authorization: `Basic ${new TextEncoder().encode(pair).toBase64()}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ token: "none" }).toString(),
  });
  await response.body?.cancel();
  // The standard has 401 for it, this registry 400 where the client is unknown altogether.
  return response.ok || response.status >= 500 || response.status === 429;
}
