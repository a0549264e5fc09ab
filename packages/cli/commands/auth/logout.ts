import { isSvcError } from "@svc/core/error";
import type { TokensOfKey } from "@svc/core/wire";
import { refuseWithEnvironmentKey } from "../../auth/login_disabled.ts";
import { revokeOwnKey } from "../../auth/personal_key.ts";
import { readExposedAuth, removeAuth } from "../../config/auth_file.ts";
import { deviceId } from "../../config/device.ts";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";

type Result =
  | (
    & { loggedOut: true; username: string; serverUrl: string; keyRevoked: boolean }
    & Partial<
      TokensOfKey
    >
  )
  | { loggedOut: false; reason: string };

export default defineCommand({
  description:
    "The key is revoked on the server first, then auth.json is deleted. When the server " +
    "cannot be reached the\nfile is deleted all the same, and a warning says that the key still works." +
    " Collective tokens that\nthe key created keep working and are listed.",
  examples: [{ command: "svc auth logout", does: "revoke and delete the stored key" }],
  credential: "none",
  async run(context): Promise<Result> {
    const { host } = context;
    refuseWithEnvironmentKey(host, "auth logout");
    const stored = await readExposedAuth(host).catch(async (error) => {
      await removeAuth(host);
      throw error;
    });
    if (!stored) return { loggedOut: false, reason: "not logged in" };
    const { serverUrl, username, apiKey } = stored;
    let keyRevoked = false;
    let created: TokensOfKey | undefined;
    try {
      created = await revokeOwnKey({ serverUrl, bearer: apiKey, deviceId: await deviceId(host) });
      keyRevoked = true;
    } catch (error) {
      // A key the server no longer knows needs no revoking.
      keyRevoked = isSvcError(error) && error.status === 401;
      if (!keyRevoked) {
        context.warn(
          `The key was not revoked (${error instanceof Error ? error.message : error}); ` +
            `delete it at ${serverUrl}`,
        );
      }
    }
    await removeAuth(host);
    return { loggedOut: true, username, serverUrl, keyRevoked, ...created };
  },
  text: (result) =>
    result.loggedOut
      ? [
        `Logged out ${result.username} from ${result.serverUrl}${
          result.keyRevoked ? "; the key is revoked" : ""
        }.`,
        ...stillWorking(result),
      ].join("\n")
      : "You were not logged in.",
});

/** The tokens that a logout leaves, and how to end them. */
function stillWorking({ tokens = [], otherTokens = 0 }: Partial<TokensOfKey>): string[] {
  const lines: string[] = [];
  if (tokens.length > 0) {
    lines.push(
      "Collective tokens that it created still work:",
      ...columns(tokens.map(({ name, id, collective }) => [`  ${name}`, id, collective])),
      "To end one, log in and run 'svc auth token revoke <token-id> --collective <slug>'.",
    );
  }
  if (otherTokens > 0) {
    lines.push(
      `It created ${otherTokens === 1 ? "one token" : `${otherTokens} tokens`} in collectives ` +
        "where you are no longer an owner or admin. Only their owners and admins can revoke " +
        `${otherTokens === 1 ? "it" : "them"}.`,
    );
  }
  return lines;
}
