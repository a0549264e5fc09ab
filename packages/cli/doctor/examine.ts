import { isSvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import { callWhoami } from "../auth/whoami.ts";
import { call, type Caller } from "../client/call.ts";
import { authPath } from "../config/auth_file.ts";
import { deviceId } from "../config/device.ts";
import { configFolder } from "../config/folder.ts";
import { currentLogin, type Login } from "../config/login.ts";
import { isExposed } from "../config/private_file.ts";
import { isUnencrypted } from "../config/server.ts";
import type { Host } from "../frame/host.ts";

/** What one check found: good, something to be wary of, or broken, with the way to mend it. */
export interface Finding {
  check: "configuration" | "files" | "server" | "clock" | "credential" | "scopes";
  state: "good" | "wary" | "broken";
  found: string;
  fix?: string;
}

/** Seconds the clock may differ before signed addresses and expiries go wrong. */
const SKEW_SECONDS = 60;

/** Examines configuration, files, server, clock and credential, in this order. */
export async function examine(host: Host, now: Date): Promise<Finding[]> {
  let login: Login;
  try {
    login = await currentLogin(host);
  } catch (error) {
    return [broken("configuration", error)];
  }
  const caller = {
    serverUrl: login.serverUrl,
    bearer: login.apiKey,
    deviceId: await deviceId(host),
  };
  const { server, reachable } = await examineServer(caller, now);
  return [
    { check: "configuration", state: "good", found: configFolder(host) },
    ...await examineFiles(host),
    ...server,
    ...await examineCredential(host, login, caller, reachable),
  ];
}

async function examineFiles(host: Host): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of [authPath(host), `${configFolder(host)}/identity.json`]) {
    const exposed = await isExposed(path).catch(() => undefined);
    if (exposed === undefined) continue;
    findings.push(
      exposed
        ? {
          check: "files",
          state: "broken",
          found: `${path} can be read by others`,
          fix: `chmod 600 ${path}`,
        }
        : { check: "files", state: "good", found: `${path} is yours alone` },
    );
  }
  return findings;
}

async function examineServer(
  caller: Caller,
  now: Date,
): Promise<{ server: Finding[]; reachable: boolean }> {
  let response: Response;
  try {
    response = await call({ serverUrl: caller.serverUrl }, { path: "/healthz" });
  } catch (error) {
    return { server: [broken("server", error)], reachable: false };
  }
  await response.body?.cancel();
  const server: Finding[] = [
    isUnencrypted(caller.serverUrl)
      ? {
        check: "server",
        state: "wary",
        found: `${caller.serverUrl} answers, but is not encrypted`,
        fix: "Use its https address.",
      }
      : { check: "server", state: "good", found: `${caller.serverUrl} answers` },
  ];
  const theirs = Date.parse(response.headers.get("date") ?? "");
  if (Number.isFinite(theirs)) server.push(clock(Math.round((now.getTime() - theirs) / 1000)));
  return { server, reachable: true };
}

function clock(ahead: number): Finding {
  if (Math.abs(ahead) <= SKEW_SECONDS) {
    return { check: "clock", state: "good", found: "agrees with the server's" };
  }
  const found = `is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} the server's`;
  return {
    check: "clock",
    state: "broken",
    found,
    fix: "Set this machine's clock by a time server.",
  };
}

async function examineCredential(
  host: Host,
  login: Login,
  caller: Caller,
  reachable: boolean,
): Promise<Finding[]> {
  const { apiKey, source, stored } = login;
  if (apiKey === undefined) {
    const found = stored
      ? `the stored key is for ${stored.serverUrl} and is not used here`
      : "none; public extensions can be read without one";
    return [{ check: "credential", state: "wary", found, fix: "svc auth login" }];
  }
  const kind = keyKind(apiKey);
  if (kind === undefined) {
    return [{
      check: "credential",
      state: "broken",
      found: `what ${source} holds is not a key`,
      fix: "Keys are svc_ or svc_org_ and 32 hexadecimal characters.",
    }];
  }
  const name = kind === "personal" ? "personal key" : "collective token";
  if (!reachable) {
    return [{ check: "credential", state: "wary", found: `${name} from ${source}, not checked` }];
  }
  try {
    const whoami = await callWhoami(caller);
    const shadowed = source === "SVC_API_KEY" &&
      await Deno.stat(authPath(host)).then(() => true, () => false);
    const who = "collectiveToken" in whoami ? whoami.collectiveSlug : whoami.username;
    return [
      shadowed
        ? {
          check: "credential",
          state: "wary",
          found: `${name} from SVC_API_KEY acts as ${who}; the stored login is not used`,
          fix: "unset SVC_API_KEY to use the stored login",
        }
        : { check: "credential", state: "good", found: `${name} from ${source} acts as ${who}` },
      {
        check: "scopes",
        state: "good",
        found: "collectiveToken" in whoami
          ? whoami.scopes.join(", ") || "none"
          : "all: a personal key carries every scope",
      },
    ];
  } catch (error) {
    return [broken("credential", error)];
  }
}

function broken(check: Finding["check"], error: unknown): Finding {
  if (!isSvcError(error)) throw error;
  return {
    check,
    state: "broken",
    found: error.message,
    ...(error.hint === undefined ? {} : { fix: error.hint }),
  };
}
