import { apiBaseUrl } from "../../platform/base_url.ts";
import { type Client, connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { findToken } from "../../platform/token.ts";

/**
 * A client for the configured API with the token of the person who runs the method.
 *
 * @throws PlatformFailure `wrong_base_url` or `missing_token`.
 */
export async function openClient(context: MethodContext): Promise<Client> {
  const baseUrl = apiBaseUrl();
  const token = await findToken(baseUrl, context.signal);
  return connect({ extension: "repo-insight", context, token, baseUrl });
}
