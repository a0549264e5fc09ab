import { SvcError } from "@svc/core/error";
import { REAL_TIME } from "@svc/core/polling";
import type { OAuthOptions } from "@svc/serve/oauth";
import type { Settings } from "@svc/serve/server";
import { ownHeaders } from "../client/own_headers.ts";
import { deviceId } from "../config/device.ts";
import { currentLogin } from "../config/login.ts";
import { ask, canAsk } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { lineText } from "../frame/terminal_text.ts";
import { VERSION } from "@svc/core/release";

/** The variable with the secret of a client registered by hand. It is never an option: others see those. */
const SECRET = "SVC_SERVE_OAUTH_CLIENT_SECRET";

type Asking = Pick<Context, "json" | "host">;

/**
 * How people sign in, as the server takes it; undefined in mode `token`.
 *
 * @param again whether a new client is to be registered
 * @throws SvcError `usage` without the secret of a client that was named
 */
export async function oauthFor(
  { oauth }: Settings,
  context: Asking,
  again: boolean,
): Promise<OAuthOptions | undefined> {
  if (oauth === undefined) {
    if (!again) return undefined;
    throw new SvcError("usage", "--oauth-register needs --auth-mode oauth");
  }
  const { host } = context;
  const { provider, admission, clientId, clientName, refreshMs } = oauth;
  const apiKey = host.env("SVC_API_KEY")?.trim() || undefined;
  return {
    provider: provider ?? (await currentLogin(host)).serverUrl,
    headers: ownHeaders({ deviceId: await deviceId(host) }),
    admission,
    clientName,
    client: clientId === undefined
      ? undefined
      : { clientId, clientSecret: await secretOf(context) },
    registerAgain: again,
    apiKey,
    terminal: canAsk(context)
      ? {
        say: (lines) => host.stderr(`${lines.split("\n").map(lineText).join("\n")}\n`),
        ...REAL_TIME,
      }
      : undefined,
    refreshMs,
    version: VERSION,
  };
}

async function secretOf(context: Asking): Promise<string> {
  const { host } = context;
  const secret = host.env(SECRET)?.trim() ||
    (canAsk(context)
      ? await ask(context, "Client secret", { secret: true, answer: `Set ${SECRET}.` })
      : await host.stdin()).trim();
  if (/^[!-~]{1,512}$/.test(secret)) return secret;
  throw new SvcError("usage", "--oauth-client-id needs the client's secret", {
    hint: `Set ${SECRET}, or give it on stdin.`,
  });
}
