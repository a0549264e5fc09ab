import { PlatformFailure } from "./failure.ts";

/**
 * The token to call the API with: `GH_TOKEN`, else `GITHUB_TOKEN`, else what `gh auth token` prints
 * for the API's host. The local client is asked for that exact host, so that a token for one
 * instance is never sent to another.
 *
 * @param baseUrl as `apiBaseUrl` gives it
 * @throws PlatformFailure `missing_token` that names the variables and the command.
 */
export async function findToken(baseUrl: string, signal: AbortSignal): Promise<string> {
  for (const name of ["GH_TOKEN", "GITHUB_TOKEN"]) {
    const token = Deno.env.get(name)?.trim();
    if (token) return token;
  }
  const host = clientHost(new URL(baseUrl));
  const token = await askLocalClient(host, signal);
  if (token) return token;
  throw new PlatformFailure("missing_token", {
    reason: `there is no token for ${host}`,
    hint: `Set GH_TOKEN or GITHUB_TOKEN, or run 'gh auth login --hostname ${host}'`,
  });
}

/** The host under which the local client keeps the token of an API address. */
function clientHost(apiUrl: URL): string {
  return apiUrl.hostname === "api.github.com" ? "github.com" : apiUrl.hostname;
}

async function askLocalClient(host: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("gh", {
      args: ["auth", "token", "--hostname", host],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal,
    }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
