import { SvcError } from "@svc/core/error";
import { askJson, type Provider } from "../provider/mod.ts";

/** The scope that must stand literally among those of the key (reference runtime 8.8). */
const SCOPE = "oauth:manage";

/**
 * Whether the key of `SVC_API_KEY` may register this server.
 *
 * @throws SvcError `invalid_api_key`, `unavailable`
 */
export async function mayRegister(provider: Provider, apiKey: string): Promise<boolean> {
  const said = await askJson(provider.fetch, `${provider.url}/api/whoami`, {
    method: "GET",
    bearer: apiKey,
  });
  if (said.status === 401) {
    throw new SvcError("invalid_api_key", `${provider.url} does not know the key in SVC_API_KEY`, {
      hint: "It may have expired, or belong to another registry.",
    });
  }
  if (!said.ok) {
    throw new SvcError("unavailable", `${provider.url} does not say what SVC_API_KEY may do`, {
      hint: "Try again in a moment.",
    });
  }
  const { scopes } = said.body;
  return Array.isArray(scopes) && scopes.includes(SCOPE);
}
