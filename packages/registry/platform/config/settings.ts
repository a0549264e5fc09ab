import { LOG_FORMATS, type LogFormat } from "../log/log.ts";
import { slugProblem } from "@svc/core/name";

/** One environment variable of the registry: how it is read, shown and explained. */
export interface Setting<Value> {
  name: `SVC_${string}`;
  /** What it does, one line. */
  help: string;
  /** Used when the variable is unset or empty; shown in the help as it is. */
  default: string;
  /** What is allowed, for the refusal of a bad value. */
  allowed: string;
  /** The value of `text`, or undefined when it is not allowed. */
  parse(text: string): Value | undefined;
  /** True when the value must never be printed. */
  secret?: true;
}

/** Where requests may be counted. */
const TELEMETRY_SINKS = ["off", "log"] as const;

/** Where requests are counted. */
export type TelemetryChoice = typeof TELEMETRY_SINKS[number];

/** Every setting of the registry (design §10), in the order they are shown. */
export const SETTINGS = {
  host: text("SVC_HOST", "127.0.0.1", "Address to listen on"),
  port: {
    name: "SVC_PORT",
    help: "Port to listen on; 0 takes a free one",
    default: "8787",
    allowed: "a whole number from 0 to 65535",
    parse: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined,
  } as Setting<number>,
  baseUrl: {
    name: "SVC_BASE_URL",
    help: "Public address of this server, as clients reach it; by default http://localhost:<port>",
    default: "",
    allowed: "an http or https URL without path, query or fragment",
    parse: (value) => value === "" ? "" : origin(value),
  } as Setting<string>,
  data: text(
    "SVC_DATA",
    "./data",
    "Folder of the embedded store: svc.db, blobs/, uploads/, secret",
  ),
  databaseUrl: reserved("SVC_DATABASE_URL", "A database beside the embedded one"),
  blobsUrl: reserved("SVC_BLOBS_URL", "An object store beside the data folder"),
  secret: {
    name: "SVC_SECRET",
    help: "Signs sessions and upload addresses; by default made once and kept in the data folder",
    default: "",
    allowed: "at least 32 characters",
    parse: (value) => value === "" || value.length >= 32 ? value : undefined,
    secret: true,
  } as Setting<string>,
  firstParty: {
    name: "SVC_FIRST_PARTY",
    help: "Slug of the collective whose extensions carry the Verified badge",
    default: "svc",
    allowed: "a collective's slug",
    parse: (value) => slugProblem(value) === undefined ? value : undefined,
  } as Setting<string>,
  admins: {
    name: "SVC_ADMINS",
    help: "Usernames, comma separated, that may create the first-party collective",
    default: "",
    allowed: "a comma-separated list of usernames",
    parse: (value) => {
      const names = value.split(",").map((name) => name.trim()).filter((name) => name !== "");
      return names.every((name) => slugProblem(name) === undefined) ? names : undefined;
    },
  } as Setting<readonly string[]>,
  osvUrl: service("SVC_OSV_URL", "https://api.osv.dev", "Vulnerability database"),
  npmRegistryUrl: service("SVC_NPM_REGISTRY_URL", "https://registry.npmjs.org", "npm registry"),
  npmDownloadsUrl: service(
    "SVC_NPM_DOWNLOADS_URL",
    "https://api.npmjs.org",
    "npm weekly-downloads API",
  ),
  githubApiUrl: service("SVC_GITHUB_API_URL", "https://api.github.com", "API of github.com"),
  gitlabApiUrl: service("SVC_GITLAB_API_URL", "https://gitlab.com", "API of gitlab.com"),
  codebergApiUrl: service("SVC_CODEBERG_API_URL", "https://codeberg.org", "API of codeberg.org"),
  bitbucketApiUrl: service(
    "SVC_BITBUCKET_API_URL",
    "https://api.bitbucket.org",
    "API of bitbucket.org",
  ),
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    help: "Addresses, comma separated, whose X-Forwarded-For is believed",
    default: "",
    allowed: "a comma-separated list of IP addresses",
    parse: (value) => {
      const addresses = value.split(",").map((entry) => entry.trim()).filter((e) => e !== "");
      return addresses.every((entry) => /^[0-9a-fA-F.:]+$/.test(entry)) ? addresses : undefined;
    },
  } as Setting<readonly string[]>,
  rateLimit: flag("SVC_RATE_LIMIT", "on", "Limits requests per caller and address"),
  log: {
    name: "SVC_LOG",
    help: "Format of the log on standard error",
    default: "text",
    allowed: LOG_FORMATS.join(", "),
    parse: (value) => LOG_FORMATS.find((format) => format === value),
  } as Setting<LogFormat>,
  telemetry: {
    name: "SVC_TELEMETRY",
    help: "Where a line for each API request goes: distinct id, route and status",
    default: "off",
    allowed: "off, or log (which needs SVC_LOG to be json or text)",
    parse: (value) => TELEMETRY_SINKS.find((sink) => sink === value),
  } as Setting<TelemetryChoice>,
  provenance: flag("SVC_PROVENANCE", "off", "Counts the provenance factor"),
} as const;

function text(name: `SVC_${string}`, fallback: string, help: string): Setting<string> {
  return {
    name,
    help,
    default: fallback,
    allowed: "a text that is not empty",
    parse: (value) => value.trim() === "" ? undefined : value.trim(),
  };
}

/** A variable whose value would be ignored: refused, so that nobody believes it was heeded. */
function reserved(name: `SVC_${string}`, help: string): Setting<string> {
  return {
    name,
    help: `${help}; not supported by this release`,
    default: "",
    allowed: "nothing: this release has its embedded store only, so leave it unset",
    parse: (value) => value === "" ? "" : undefined,
    secret: true,
  };
}

function flag(name: `SVC_${string}`, fallback: "on" | "off", help: string): Setting<boolean> {
  return {
    name,
    help,
    default: fallback,
    allowed: "on or off",
    parse: (value) => value === "on" ? true : value === "off" ? false : undefined,
  };
}

function service(name: `SVC_${string}`, fallback: string, help: string): Setting<string> {
  return {
    name,
    help,
    default: fallback,
    allowed: "an http or https URL",
    parse: (value) => {
      const url = URL.parse(value);
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
        return undefined;
      }
      return url.href.replace(/\/$/, "");
    },
  };
}

function origin(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username) return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}
