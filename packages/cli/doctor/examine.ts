import { type KeyKind, keyKind } from "@svc/core/key";
import type { Whoami, WhoamiPerson, WhoamiToken } from "@svc/core/wire";
import { ciJob } from "../publishing/provider.ts";
import { callWhoami } from "../auth/whoami.ts";
import { call } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { loginHere } from "../client/connect.ts";
import { authPath } from "../config/auth_file.ts";
import { deviceId } from "../config/device.ts";
import { configFolder } from "../frame/config_folder.ts";
import type { Login } from "../config/login.ts";
import { isUnencrypted } from "../config/server.ts";
import type { Host } from "../frame/host.ts";
import type { Located } from "../frame/repository.ts";
import { examineFiles } from "./files.ts";
import { examinePolicy } from "./policy.ts";
import { examineDatastore } from "./datastore.ts";
import { examineExtensions } from "./extensions.ts";
import { examineVaults } from "./vaults.ts";
import { CHECKS, failed, type Finding } from "./finding.ts";

/** Seconds the clock may differ before signed addresses and expiries go wrong. */
const SKEW_SECONDS = 60;

/** Days before its end from which a token is worth renewing. */
const RENEWAL_DAYS = 14;
const DAY_MS = 86_400_000;

/** Examines configuration, files, policy, server, clock and credential. */
export async function examine(at: Located, now: Date): Promise<Finding[]> {
  const findings = await examineAll(at, now);
  return CHECKS.flatMap((check) => {
    const found = findings.filter((finding) => finding.check === check);
    return found.length > 0
      ? found
      : [{ check, outcome: "notRun" as const, found: "a check before it did not pass" }];
  });
}

async function examineAll(at: Located, now: Date): Promise<Finding[]> {
  const { host } = at;
  let login: Login;
  try {
    login = await loginHere(at);
  } catch (error) {
    return [failed("configuration", error), ...await examineLocal(at)];
  }
  const caller = {
    serverUrl: login.serverUrl,
    bearer: login.apiKey,
    deviceId: await deviceId(host),
  };
  const { server, reachable } = await examineServer(caller, now);
  return [
    { check: "configuration", outcome: "passed", found: configFolder(host) },
    ...await examineLocal(at),
    ...server,
    ...await examineCredential(host, login, caller, { now, reachable }),
  ];
}

async function examineLocal(at: Located): Promise<Finding[]> {
  return [
    ...await examineFiles(at.host),
    await examinePolicy(at),
    ...await examineVaults(at),
    await examineDatastore(at),
    ...await examineExtensions(at),
  ];
}

async function examineServer(
  caller: Caller,
  now: Date,
): Promise<{ server: Finding[]; reachable: boolean }> {
  let response: Response;
  try {
    response = await call({ serverUrl: caller.serverUrl }, { path: "/healthz" });
  } catch (error) {
    return { server: [failed("server", error)], reachable: false };
  }
  await response.body?.cancel();
  const server: Finding = { check: "server", outcome: "passed", found: "" };
  return {
    server: [
      isUnencrypted(caller.serverUrl)
        ? {
          ...server,
          found: `${caller.serverUrl} answers, but is not encrypted`,
          fix: "Use its https address.",
        }
        : { ...server, found: `${caller.serverUrl} answers` },
      clock(now, Date.parse(response.headers.get("date") ?? "")),
    ],
    reachable: true,
  };
}

function clock(now: Date, theirs: number): Finding {
  if (!Number.isFinite(theirs)) {
    return { check: "clock", outcome: "notRun", found: "the server does not report its time" };
  }
  const ahead = Math.round((now.getTime() - theirs) / 1000);
  if (Math.abs(ahead) <= SKEW_SECONDS) {
    return { check: "clock", outcome: "passed", found: "agrees with the server's" };
  }
  return {
    check: "clock",
    outcome: "failed",
    found: `is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} the server's`,
    fix: "Synchronize this machine's clock.",
  };
}

const KIND_NAMES: Readonly<Record<KeyKind, string>> = {
  personal: "personal key",
  collective: "collective token",
  publish: "publish token",
};

async function examineCredential(
  host: Host,
  login: Login,
  caller: Caller,
  { now, reachable }: { now: Date; reachable: boolean },
): Promise<Finding[]> {
  const { apiKey, source } = login;
  if (apiKey === undefined) {
    return [
      withoutKey(host, login),
      { check: "scopes", outcome: "notRun", found: "there is no credential" },
      { check: "expiry", outcome: "notRun", found: "there is no credential" },
    ];
  }
  const kind = keyKind(apiKey);
  if (kind === undefined) {
    return [{
      check: "credential",
      outcome: "failed",
      found: `what ${source} holds is not a key`,
      fix: "Keys are svc_, svc_org_ or svc_ci_ and 32 hexadecimal characters.",
    }];
  }
  const name = KIND_NAMES[kind];
  if (!reachable) {
    return [{ check: "credential", outcome: "notRun", found: `${name} from ${source}` }];
  }
  let whoami: Whoami;
  try {
    whoami = await callWhoami(caller);
  } catch (error) {
    return [failed("credential", error)];
  }
  const shadowed = source === "SVC_API_KEY" &&
    await Deno.stat(authPath(host)).then(() => true, () => false);
  const token = "collectiveToken" in whoami ? whoami : undefined;
  const who = token?.collectiveSlug ?? (whoami as WhoamiPerson).username;
  return [
    {
      check: "credential",
      outcome: "passed",
      ...(shadowed
        ? {
          found: `${name} from SVC_API_KEY acts as ${who}; the stored login is not used`,
          fix: "unset SVC_API_KEY to use the stored login",
        }
        : { found: `${name} from ${source} acts as ${who}` }),
    },
    {
      check: "scopes",
      outcome: "passed",
      found: token ? token.scopes.join(", ") || "none" : "all: a personal key has every scope",
    },
    token
      ? expiry(token, now)
      : { check: "expiry", outcome: "passed", found: "never; 'svc auth logout' ends it" },
  ];
}

/** In a CI job, what a push would publish with (trust 2.6); nobody is asked for a token. */
function withoutKey(host: Host, { serverUrl, stored }: Login): Finding {
  const check = "credential";
  const job = ciJob(host);
  if (job?.source !== undefined) {
    return {
      check,
      outcome: "passed",
      found: `none, and none is needed: a push publishes as this job (${job.provider.title})`,
      fix: "svc publisher check",
    };
  }
  const found = stored
    ? `the stored key is for ${stored.serverUrl} and is not used here`
    : "none; public extensions can be read without one";
  return {
    check,
    outcome: "notRun",
    found,
    fix: job === undefined ? "svc auth login" : job.provider.fix(new URL(serverUrl).origin),
  };
}

function expiry({ expiresAt, collectiveSlug, scopes }: WhoamiToken, now: Date): Finding {
  // A server that predates the field says nothing, which is not the same as never.
  if (expiresAt === undefined) {
    return { check: "expiry", outcome: "notRun", found: "the server does not report it" };
  }
  if (expiresAt === null) return { check: "expiry", outcome: "passed", found: "never" };
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  const found = `in ${days} ${days === 1 ? "day" : "days"}, on ${expiresAt.slice(0, 10)}`;
  return {
    check: "expiry",
    outcome: "passed",
    found,
    ...(days < RENEWAL_DAYS
      ? {
        fix: `svc auth token create --collective ${collectiveSlug} ` +
          `--scopes ${scopes.join(",")} --expires 90d`,
      }
      : {}),
  };
}
