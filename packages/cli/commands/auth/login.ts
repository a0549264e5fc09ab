import { isSvcError, SvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import { awaitApproval, beginDeviceGrant, type DeviceGrant } from "../../auth/device_grant.ts";
import { refuseWithEnvironmentKey } from "../../auth/login_disabled.ts";
import { buyKey, keyName, revokeOwnKey } from "../../auth/personal_key.ts";
import { signIn } from "../../auth/sign_in.ts";
import { callWhoami } from "../../auth/whoami.ts";
import { readExposedLogins, storeLogin } from "../../config/auth_file.ts";
import { deviceId } from "../../config/device.ts";
import { loginOn } from "../../config/login.ts";
import { DEFAULT_SERVER, isUnencrypted, parseServer } from "../../config/server.ts";
import type { Caller } from "../../client/caller.ts";
import { ask, canAsk } from "../../frame/ask.ts";
import { type Context, defineCommand, flag, text } from "../../frame/command.ts";
import { lineText } from "../../frame/terminal_text.ts";

const OPTIONS = {
  server: text("<url>", "The registry", { default: DEFAULT_SERVER, variable: "SVC_CLUB_URL" }),
  username: text("<name>", "Log in with a password, as this username or e-mail"),
  password: text(
    "<password>",
    "The password; omit it or pass - to be prompted or to read it from stdin",
    { secret: true },
  ),
  "log-key": text("<vkey>", "Pin this key of the registry's log", {
    defaultText: "the one that the registry names",
  }),
  "no-browser": flag("Print the URL instead of opening it"),
} as const;

export default defineCommand({
  description:
    "Shows a code and opens the registry's page where you approve it. With --username, logs in with " +
    "a password\ninstead, and prompts for a code if the account has a second factor. A personal key " +
    "made for this machine is\nstored in auth.json with mode 0600; 'svc auth logout' revokes it. " +
    "Logins on other registries stay:\n'svc auth switch' chooses between them.",
  examples: {
    "svc auth login": "log in with the browser",
    "svc auth login --no-browser": "on a machine without one",
    "svc auth login --server https://registry.example.org": "on another registry",
    "svc auth login --username ada < password.txt": "without a terminal",
  },
  options: OPTIONS,
  async run(context) {
    const { host, options } = context;
    refuseWithEnvironmentKey(host, "auth login");
    // Told before somebody logs in, and before a key is made.
    await readExposedLogins(host).catch(assertDamaged);
    const serverUrl = parseServer(options.server, "--server");
    if (isUnencrypted(serverUrl)) {
      context.warn(`${serverUrl} is not encrypted: others on the network can read your password`);
    }
    const caller: Caller = { serverUrl, deviceId: await deviceId(host) };
    const token = options.username === undefined && options.password === undefined
      ? await byDevice(context, caller, options["no-browser"])
      : await byPassword(context, caller, options.username, options.password);
    const { id, key } = await buyKey(caller, token, keyName(host.hostname(), new Date()));
    if (keyKind(key) !== "personal") {
      throw new SvcError("invalid_api_key", `${serverUrl} did not answer with a personal key`);
    }
    const whoami = await callWhoami({ ...caller, bearer: key });
    if ("collectiveToken" in whoami) throw new SvcError("invalid_api_key", "Not a personal key");
    const replaced = loginOn(
      await readExposedLogins(host).catch((error) => {
        assertDamaged(error);
        context.warn("auth.json was damaged and is replaced; keys in it were not revoked");
        return undefined;
      }),
      serverUrl,
    );
    await storeLogin(host, {
      serverUrl,
      apiKey: key,
      apiKeyId: id,
      username: whoami.username,
      collectives: whoami.organizations.map(({ slug }) => slug),
    });
    if (replaced !== undefined) await retire(context, { ...caller, bearer: replaced.apiKey });
    const { pinAtLogin } = await import("../../log/pin.ts");
    await pinAtLogin(host, { ...caller, bearer: key }, options["log-key"]);
    return { authenticated: true, serverUrl, username: whoami.username };
  },
  text: ({ username, serverUrl }) => `Logged in to ${serverUrl} as ${username}.`,
});

/** A damaged file is replaced by a login; one that cannot be read could not be written either. */
function assertDamaged(error: unknown): void {
  if (!isSvcError(error) || error.code !== "validation_failed") throw error;
}

type LoginContext = Context<readonly [], typeof OPTIONS>;

async function byDevice(
  context: LoginContext,
  caller: Caller,
  noBrowser: boolean,
): Promise<string> {
  const grant = await beginDeviceGrant(caller, context.host.hostname());
  show(context, grant);
  if (!noBrowser && context.host.stderrIsTerminal) {
    const { openBrowser } = await import("../../auth/browser.ts");
    const url = grant.verification_uri_complete ?? grant.verification_uri;
    // Not awaited: some openers live as long as the browser they start.
    openBrowser(url).then((opened) => opened || context.note("Could not open a browser."));
  }
  return await context.progress.phase("Waiting for approval", () => awaitApproval(caller, grant));
}

/** The code and address are the way on, so they are shown even when quiet. */
function show({ host }: LoginContext, grant: DeviceGrant): void {
  host.stderr(
    `Open ${lineText(grant.verification_uri_complete ?? grant.verification_uri)}\n` +
      `and check that it shows this code: ${lineText(grant.user_code)}\n`,
  );
}

async function byPassword(
  context: LoginContext,
  caller: Caller,
  username: string | undefined,
  password: string | undefined,
): Promise<string> {
  const name = username ?? await ask(context, "Username or e-mail", { answer: "Add --username." });
  const given = password === "-" ? undefined : password;
  const secret = given ??
    (canAsk(context)
      ? await ask(context, "Password", { secret: true, answer: "Give it on stdin." })
      : (await context.host.stdin()).replace(/\r?\n$/, ""));
  if (secret === "") {
    throw new SvcError("usage", "No password was given", {
      hint: "Give it on stdin, or run 'svc auth login' on a terminal.",
    });
  }
  return await signIn(
    caller,
    name,
    secret,
    () =>
      ask(context, "Code from your authenticator app", {
        answer: "This account has a second factor. Log in with the browser: svc auth login.",
      }),
  );
}

/** The key of an earlier login on the same server would otherwise stay valid for ever. */
async function retire(context: LoginContext, caller: Caller): Promise<void> {
  await revokeOwnKey(caller).catch(() => {
    context.note(
      "The key of the previous login could not be revoked; it may have been revoked already.",
    );
  });
}
