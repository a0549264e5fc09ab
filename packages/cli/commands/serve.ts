import { type SettingName, type SettingRow, SETTINGS } from "@svc/serve/settings";
import { assertMayUse } from "../auth/feature.ts";
import { interruption } from "../behavior/interruption.ts";
import { OFFLINE } from "../datastore/share.ts";
import { type Context, defineCommand, flag, text } from "../frame/command.ts";
import { REPO_DIR } from "../frame/options.ts";
import { repositoryOf } from "../frame/repository.ts";
import { VERSION } from "@svc/core/release";
import { serveLog, type ServerEvent, serverEventText } from "../serve/server_event.ts";
import { oauthFor } from "../serve/oauth.ts";
import { settingsFor } from "../serve/settings.ts";

/** The settings as options without values of their own: what is not given may be in the file. */
const SETTING_OPTIONS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { default: value, ...row }]: [string, SettingRow]) => [
    name,
    {
      ...row,
      variable: `SVC_SERVE_${name.toUpperCase().replaceAll("-", "_")}`,
      ...(value === undefined ? {} : { defaultText: String(value) }),
    },
  ]),
) as unknown as { readonly [Name in SettingName]: Omit<(typeof SETTINGS)[Name], "default"> };

export default defineCommand({
  description: [
    "Serves the repository's behaviors over HTTP until Ctrl-C or SIGTERM. Callers need a token",
    "of 'svc serve token create', which defines what they may run and see. Runs use the permissions you granted:",
    "nobody can grant anything over the network.",
    "With --auth-mode oauth people sign in at the registry, by browser or 'svc auth server-login'. At",
    "its first start the server registers itself there: with SVC_API_KEY, a collective's token that has",
    "the scope oauth:manage, or with your approval in a browser.",
    "On a stop it starts no more runs, waits up to --drain for those in progress, and exits. A",
    "second Ctrl-C kills it; runs in progress are then marked as interrupted.",
    "Settings can also come from a file: serve.yaml beside what svc keeps of the repository in your",
    "configuration folder, or the one of --config. Its keys are the names of the options.",
  ].join("\n"),
  examples: {
    "svc serve": "at http://127.0.0.1:9090, for callers with a token",
    "svc serve --host 0.0.0.0 --cert-file cert.pem --key-file key.pem":
      "for other machines, over TLS",
    "svc serve --behind-proxy 127.0.0.1 --public-url https://serve.example.org":
      "behind a proxy on this machine that does TLS",
    "svc serve --auth-mode oauth --allowed-collectives acme,tools:admin":
      "for people of two collectives, who sign in at the registry",
    "svc serve --port 0 --json": "at a free port, with its events as JSON lines",
  },
  options: {
    ...SETTING_OPTIONS,
    config: text(
      "<file>",
      "A YAML file of settings, in place of the one in your configuration folder",
      { completes: "file" },
    ),
    "oauth-register": flag(
      "Register this server at the registry again, ignoring the stored registration",
    ),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  credential: "personal key or token",
  async run(context) {
    const { options, host } = context;
    const repository = await repositoryOf(context);
    // The registry is asked while everything else is read and loaded.
    const [settings, { createLog, startServer }] = await Promise.all([
      settingsFor(repository, context),
      import("@svc/serve/server"),
      assertMayUse(context, "serve:*"),
    ]);
    const oauth = await oauthFor(settings, context, options["oauth-register"]);
    using interrupted = interruption(context.note, "the server");
    const server = await startServer({
      repository,
      settings,
      version: VERSION,
      running: { env: host.env, offline: options.offline, oauth },
      log: serveLog(context, createLog),
    });
    const { url, publicUrl } = server;
    const { port, protocol } = new URL(url);
    tell(context, {
      status: "listening",
      url,
      publicUrl,
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      authMode: settings.authMode,
      mode: "local",
    });
    const stop = () => {
      tell(context, { status: "stopping" });
      void server.stop();
    };
    if (interrupted.signal.aborted) stop();
    else interrupted.signal.addEventListener("abort", stop, { once: true });
    await server.finished;
    tell(context, { status: "stopped" });
  },
  streams: true,
  text: () => "",
});

/** Whether anybody can be told makes no difference to the server: a terminal may be closed. */
function tell({ host, json }: Pick<Context, "host" | "json">, event: ServerEvent): void {
  try {
    host.stdout(`${json ? JSON.stringify(event) : serverEventText(event)}\n`);
  } catch {
    // It serves, and stops, all the same.
  }
}
