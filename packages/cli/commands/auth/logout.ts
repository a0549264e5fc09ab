import { isSvcError, SvcError, systemRefusal } from "@svc/core/error";
import type { TokensOfKey } from "@svc/core/wire";
import { refuseWithEnvironmentKey } from "../../auth/login_disabled.ts";
import { revokeOwnKey } from "../../auth/personal_key.ts";
import { authPath, forgetLogin, readExposedLogins } from "../../config/auth_file.ts";
import { deviceId } from "../../config/device.ts";
import { loginOn } from "../../config/login.ts";
import { parseServer } from "../../config/server.ts";
import { columns } from "../../frame/columns.ts";
import { defineCommand, text } from "../../frame/command.ts";

type Result =
  | (
    & {
      loggedOut: true;
      username: string;
      serverUrl: string;
      keyRevoked: boolean;
      /** The login that is used from now on, of several. */
      now?: { serverUrl: string; username: string };
    }
    & Partial<TokensOfKey>
  )
  | { loggedOut: false; reason: string };

export default defineCommand({
  description:
    "The key is revoked on the server first, then deleted from auth.json. When the server cannot be " +
    "reached it\nis deleted all the same, and a warning says that the key still works. Collective " +
    "tokens that the key\ncreated keep working and are listed. With logins on several registries, another " +
    "one is used from then on.",
  examples: {
    "svc auth logout": "revoke and delete the key in use",
    "svc auth logout --server https://registry.example.org": "that of one registry",
  },
  options: {
    server: text("<url>", "The registry", { defaultText: "the one in use" }),
  },
  async run(context): Promise<Result> {
    const { host, options } = context;
    refuseWithEnvironmentKey(host, "auth logout");
    const logins = await readExposedLogins(host).catch(async (error) => {
      await forgetLogin(host);
      throw error;
    });
    const stored = options.server === undefined
      ? logins?.current
      : loginOn(logins, parseServer(options.server, "--server"));
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
    const next = await forgetLogin(host, stored).catch((error) => {
      const refusal = isSvcError(error) ? error : systemRefusal(error);
      if (refusal === undefined || !keyRevoked) throw error;
      const what = `The key is revoked, but ${authPath(host)} still names it`;
      throw new SvcError(refusal.code, `${what}: ${refusal.message}`, {
        hint: refusal.hint,
        cause: error,
      });
    });
    return {
      loggedOut: true,
      username,
      serverUrl,
      keyRevoked,
      ...created,
      ...(next === undefined
        ? {}
        : { now: { serverUrl: next.serverUrl, username: next.username } }),
    };
  },
  text: (result) =>
    result.loggedOut
      ? [
        `Logged out ${result.username} from ${result.serverUrl}${
          result.keyRevoked ? "; the key is revoked" : ""
        }.`,
        ...stillWorking(result),
        ...(result.now ? [`Now using ${result.now.serverUrl} as ${result.now.username}.`] : []),
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
