import { SvcError } from "@svc/core/error";
import { refuseWithEnvironmentKey } from "../../auth/login_disabled.ts";
import { loginList, readLogins, type StoredAuth, useLogin } from "../../config/auth_file.ts";
import { loginOn } from "../../config/login.ts";
import { parseServer } from "../../config/server.ts";
import { canAsk, choose } from "../../frame/ask.ts";
import { arg, type Context, defineCommand, text } from "../../frame/command.ts";

export default defineCommand({
  description:
    "Commands use this login from then on. With two logins, the other one is meant when none\n" +
    "is named. 'registry' in .svc.yaml and SVC_CLUB_URL still come first.",
  examples: {
    "svc auth switch": "to the other login, or choose one",
    "svc auth switch https://registry.example.org": "to the one on this registry",
  },
  arguments: [arg("server", "the registry", { optional: true })],
  options: {
    server: text("<url>", "The registry, in place of the argument"),
  },
  async run(context) {
    refuseWithEnvironmentKey(context.host, "auth switch");
    const logins = await readLogins(context.host);
    const server = context.arguments.server ?? context.options.server;
    const chosen = server === undefined
      ? await otherOf(context, loginList(logins))
      : loginOn(logins, parseServer(server, "<server>"));
    if (chosen === undefined) {
      throw new SvcError("not_found", `You are not logged in to ${server}`, {
        hint: `Log in: svc auth login --server ${server}`,
      });
    }
    await useLogin(context.host, chosen);
    return { serverUrl: chosen.serverUrl, username: chosen.username };
  },
  text: ({ serverUrl, username }) => `Now using ${serverUrl} as ${username}.`,
});

/** The login that is meant when none is named. */
async function otherOf(
  context: Pick<Context, "json" | "host">,
  logins: readonly StoredAuth[],
): Promise<StoredAuth> {
  if (logins.length < 2) {
    throw new SvcError("not_found", "There is no other login to switch to", {
      hint: "Log in to another registry: svc auth login --server <url>",
    });
  }
  if (logins.length === 2) return logins[1]!;
  const servers = logins.map(({ serverUrl }) => serverUrl);
  if (!canAsk(context)) {
    throw new SvcError("usage", "<server> is missing: the registry to switch to", {
      hint: `One of ${servers.join(", ")}.`,
    });
  }
  const labels = logins.map(({ serverUrl, username }) => [serverUrl, `${serverUrl} (${username})`]);
  const serverUrl = await choose(context, "Which login?", Object.fromEntries(labels));
  return logins.find((login) => login.serverUrl === serverUrl)!;
}
