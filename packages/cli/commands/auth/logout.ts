import { isSvcError } from "@svc/core/error";
import { refuseWithEnvironmentKey } from "../../auth/login_disabled.ts";
import { revokeOwnKey } from "../../auth/personal_key.ts";
import { readAuth, removeAuth } from "../../config/auth_file.ts";
import { deviceId } from "../../config/device.ts";
import { defineCommand } from "../../frame/command.ts";

type Result =
  | { loggedOut: true; username: string; serverUrl: string; keyRevoked: boolean }
  | { loggedOut: false; reason: string };

export default defineCommand({
  description:
    "The key is revoked on the server first, then auth.json is deleted. When the server " +
    "cannot be reached the\nfile is deleted all the same, and you are told that the key lives on.",
  examples: [{ command: "svc auth logout", does: "revoke and forget the stored key" }],
  credential: "none",
  async run(context): Promise<Result> {
    const { host } = context;
    refuseWithEnvironmentKey(host, "auth logout");
    const stored = await readAuth(host).catch(async (error) => {
      await removeAuth(host);
      throw error;
    });
    if (!stored) return { loggedOut: false, reason: "not logged in" };
    const { serverUrl, username, apiKey } = stored;
    let keyRevoked = false;
    try {
      await revokeOwnKey({ serverUrl, bearer: apiKey, deviceId: await deviceId(host) });
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
    return { loggedOut: true, username, serverUrl, keyRevoked };
  },
  text: (result) =>
    result.loggedOut
      ? `Logged out ${result.username} from ${result.serverUrl}${
        result.keyRevoked ? "; the key is revoked" : ""
      }.`
      : "You were not logged in.",
});
