import { LOG_FORMATS, type LogFormat } from "@svc/http/log";
import { slugProblem } from "@svc/core/name";
import { PUBLISHER_PROVIDERS, type PublisherProvider } from "@svc/core/wire";
import { parseQuorumPolicy } from "@svc/log/quorum";
import { isSendable, parseSender, parseSmtpUrl } from "../mail/mod.ts";
import { S3_URL_FORM } from "../store/blobs/s3/target.ts";
import { isPostgresUrl } from "../store/postgres/address.ts";

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
const SECOND_FACTOR = ["off", "owners", "required"] as const;
const TELEMETRY_SINKS = ["off", "log"] as const;

/** How the registry's log has events of private collectives. */
const LOG_PRIVATE = ["hourly", "daily", "off"] as const;

/** How the registry's log has events of private collectives. */
export type LogPrivate = typeof LOG_PRIVATE[number];

/** Where requests are counted. */
export type TelemetryChoice = typeof TELEMETRY_SINKS[number];

/** Every setting of the registry (design §10), in the order they are shown. */
export const SETTINGS = {
  host: text("SVC_HOST", "127.0.0.1", "Address to listen on"),
  port: number("SVC_PORT", "8787", [0, 65535], "Port to listen on; 0 picks a free one"),
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
  databaseUrl: {
    name: "SVC_DATABASE_URL",
    help: "Postgres 15 or newer, instead of svc.db in the data folder",
    default: "",
    allowed: "postgres://user:password@host:5432/database, with sslmode=disable, require, " +
      "verify-ca or verify-full and sslrootcert, sslcert, sslkey behind a '?'; encode special " +
      "characters of the password as in any URL",
    parse: (value) => value === "" || isPostgresUrl(value) ? value : undefined,
    secret: true,
  } as Setting<string>,
  databasePool: number(
    "SVC_DATABASE_POOL",
    "10",
    [2, 1000],
    "Connections to Postgres that this server opens at most",
  ),
  blobsUrl: {
    name: "SVC_BLOBS_URL",
    help: "S3-compatible bucket for archives and uploads; unset: the data folder",
    default: "",
    allowed: `${S3_URL_FORM}; the key may stand in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ` +
      "or come from a role: credentials=instance on EC2, else what ECS, EKS or AWS_PROFILE say",
    parse: (value) => value === "" || value.startsWith("s3://") ? value : undefined,
    secret: true,
  } as Setting<string>,
  blobsProxy: flag(
    "SVC_BLOBS_PROXY",
    "off",
    "Serves and receives the archives of SVC_BLOBS_URL through this server, for a bucket that " +
      "clients cannot reach",
  ),
  blobsAccel: {
    name: "SVC_BLOBS_ACCEL",
    help: "Internal location where the proxy serves the archive folder: the proxy then sends " +
      "archives instead of this server (X-Accel-Redirect)",
    default: "",
    allowed:
      "a path such as /svc-archives, of letters, digits, '-' and '_', without a trailing '/'",
    parse: (value) => /^(?:\/[\w-]+)*$/.test(value) ? value : undefined,
  } as Setting<string>,
  databaseListenUrl: {
    name: "SVC_DATABASE_LISTEN_URL",
    help: "Direct URL of Postgres when SVC_DATABASE_URL is a pooler in transaction mode, to " +
      "receive changes of other servers at once; by default SVC_DATABASE_URL",
    default: "",
    allowed: "as SVC_DATABASE_URL, and only together with it",
    parse: (value) => value === "" || isPostgresUrl(value) ? value : undefined,
    secret: true,
  } as Setting<string>,
  secret: {
    name: "SVC_SECRET",
    help: "Secret that signs sessions and upload URLs; by default created once and stored in " +
      "the data folder",
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
    help:
      "Usernames, comma separated, of the operators: they may create the first-party collective, take " +
      "reserved names, and are told of reports",
    default: "",
    allowed: "a comma-separated list of usernames",
    parse: (value) => {
      const names = listed(value);
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
  lookupMs: number(
    "SVC_LOOKUP_MS",
    "500",
    [1, 60_000],
    "Milliseconds that publishing waits for these services; what is missing is checked later",
  ),
  keptMb: number(
    "SVC_KEPT_MB",
    "64",
    [1, 65536],
    "Memory for cached answers in MiB; 64 is about 10,000 answers",
  ),
  smtpUrl: {
    name: "SVC_SMTP_URL",
    help: "Mail server for verification, invitations and password resets; unset sends no mail",
    default: "",
    allowed: "smtp://user:password@host:587 or smtps://user:password@host:465, nothing after " +
      "the port; encode special characters of the password as in any URL",
    parse: (value) => value === "" || parseSmtpUrl(value) !== undefined ? value : undefined,
    secret: true,
  } as Setting<string>,
  mailFrom: {
    name: "SVC_MAIL_FROM",
    help: "Sender of mails; needed with SVC_SMTP_URL",
    default: "",
    allowed: "an e-mail address, or 'Name <address>'",
    parse: (value) => value === "" || parseSender(value) !== undefined ? value : undefined,
  } as Setting<string>,
  securityContact: {
    name: "SVC_SECURITY_CONTACT",
    help: "Contact for security reports, for /.well-known/security.txt; unset: 404",
    default: "",
    allowed: "an e-mail address, or an https URL",
    parse: (value) => {
      const address = value.replace(/^mailto:/, "");
      if (value === "") return "";
      if (isSendable(address)) return `mailto:${address}`;
      const url = URL.parse(value);
      return url?.protocol === "https:" && !/[\s\p{C}]/u.test(value) ? url.href : undefined;
    },
  } as Setting<string>,
  leakReporters: {
    name: "SVC_LEAK_REPORTERS",
    help:
      "Who may report many leaked keys at once: what their headers begin with and the address " +
      "of their public keys, comma separated",
    default: "",
    allowed: "a list as Github=https://api.github.com/meta/public_keys/secret_scanning",
    parse: (value) => {
      const entries = listed(value)
        .map((entry) => /^([A-Za-z][A-Za-z0-9-]{0,40})=(https?:\/\/\S+)$/.exec(entry))
        .map((match) => match && URL.canParse(match[2]!) && { prefix: match[1]!, url: match[2]! });
      return entries.every((entry) => entry)
        ? entries as { prefix: string; url: string }[]
        : undefined;
    },
  } as Setting<readonly { prefix: string; url: string }[]>,
  oidcIssuers: {
    name: "SVC_OIDC_ISSUERS",
    help: "Issuers of identity tokens of CI jobs that may be trusted to publish, beside those of " +
      "GitHub, GitLab.com, Buildkite, CircleCI and Google: provider=issuer, comma separated; " +
      "provider=off refuses the built-in one",
    default: "",
    allowed: `a list as gitlab=https://gitlab.acme.com,circleci=off; providers: ${
      PUBLISHER_PROVIDERS.join(", ")
    }; addresses with https, or http to this machine`,
    parse: (value) => {
      const entries = listed(value).map((entry) => {
        const at = entry.indexOf("=");
        const provider = PUBLISHER_PROVIDERS.find((each) => each === entry.slice(0, at));
        const issuer = entry.slice(at + 1);
        return provider !== undefined && (issuer === "off" || isIssuer(issuer)) &&
          { provider, issuer: issuer === "off" ? null : issuer };
      });
      return entries.every((entry) => entry !== false) ? entries : undefined;
    },
  } as Setting<readonly { provider: PublisherProvider; issuer: string | null }[]>,
  confirmedPublishers: flag(
    "SVC_CONFIRMED_PUBLISHERS",
    "off",
    "Lets only people with a confirmed e-mail address publish; needs SVC_SMTP_URL",
  ),
  secondFactor: {
    name: "SVC_SECOND_FACTOR",
    help: "Who needs a second factor to change anything in a collective",
    default: "off",
    allowed: "off, owners (of shared collectives), or required (everybody)",
    parse: (value) => SECOND_FACTOR.find((each) => each === value),
  } as Setting<(typeof SECOND_FACTOR)[number]>,
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    help: "Addresses of proxies, comma separated, whose X-Forwarded-For is trusted",
    default: "",
    allowed: "a comma-separated list of IP addresses",
    parse: (value) => {
      const addresses = listed(value);
      return addresses.every((entry) => /^[0-9a-fA-F.:]+$/.test(entry)) ? addresses : undefined;
    },
  } as Setting<readonly string[]>,
  drain: number(
    "SVC_DRAIN",
    "0",
    [0, 600],
    "Seconds that the server keeps answering after it is told to stop, while /readyz " +
      "answers 503",
  ),
  rateLimit: flag("SVC_RATE_LIMIT", "on", "Rate limits per caller and address"),
  log: {
    name: "SVC_LOG",
    help: "Format of the log on standard error",
    default: "text",
    allowed: LOG_FORMATS.join(", "),
    parse: (value) => LOG_FORMATS.find((format) => format === value),
  } as Setting<LogFormat>,
  accessLog: flag("SVC_ACCESS_LOG", "off", "Logs each request"),
  slowQueryMs: {
    name: "SVC_SLOW_QUERY_MS",
    help: "Logs each database query that takes at least this many milliseconds",
    default: "200",
    allowed: "a whole number from 1 to 60000, or off",
    parse: (value) => {
      if (value === "off") return Infinity;
      const ms = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      return ms >= 1 && ms <= 60_000 ? ms : undefined;
    },
  } as Setting<number>,
  metricsToken: {
    name: "SVC_METRICS_TOKEN",
    help: "Bearer token for /metrics; without one, only this machine may read it",
    default: "",
    allowed: "at least 32 characters without spaces",
    parse: (value) => value === "" || /^\S{32,}$/.test(value) ? value : undefined,
    secret: true,
  } as Setting<string>,
  telemetry: {
    name: "SVC_TELEMETRY",
    help: "Where to send a line for each API request: distinct id, route and status",
    default: "off",
    allowed: "off, or log (which needs SVC_LOG to be json or text)",
    parse: (value) => TELEMETRY_SINKS.find((sink) => sink === value),
  } as Setting<TelemetryChoice>,
  plans: flag(
    "SVC_PLANS",
    "off",
    "Offers plans to collectives: adds a Billing page to their settings",
  ),
  mailDomains: flag(
    "SVC_MAIL_DOMAINS",
    "off",
    "Asks the name server each day whether the mail domains of accounts exist; an address whose " +
      "domain was gone for 30 days gets no password reset. Needs a name server that knows the internet",
  ),
  logKey: {
    name: "SVC_LOG_KEY",
    help: "File with the key that signs the registry's public log; unset: no log. " +
      "'npm run admin -- log key <file>' makes one",
    default: "",
    allowed: "the path of a file that only this user may read",
    parse: (value) => value.trim(),
  } as Setting<string>,
  logOldKey: {
    name: "SVC_LOG_OLD_KEY",
    help: "File with the key before SVC_LOG_KEY, which signs as well for 90 days after a change",
    default: "",
    allowed: "the path of a file that only this user may read",
    parse: (value) => value.trim(),
  } as Setting<string>,
  logPrivate: {
    name: "SVC_LOG_PRIVATE",
    help: "How the log has events of private collectives, which it seals: with their hour, with " +
      "their day and in no order, or not at all",
    default: "hourly",
    allowed: "hourly, daily or off",
    parse: (value) => LOG_PRIVATE.find((each) => each === value),
  } as Setting<LogPrivate>,
  logWitnesses: {
    name: "SVC_LOG_WITNESSES",
    help: "Witnesses that cosign the log: lines of a tlog-policy, separated by semicolons",
    default: "",
    allowed: "a list as 'witness <name> <vkey> <url>; witness …'",
    parse: readWitnesses,
  } as Setting<string>,
  provenance: flag("SVC_PROVENANCE", "off", "Counts the provenance factor"),
  trustRoot: text(
    "SVC_TRUST_ROOT",
    "off",
    "Whose certificates say where a version came from: off, public (the public instance of " +
      "Sigstore), or a trusted_root.json of your own; registered signing keys work with any",
  ),
} as const;

/** An address as tokens name it, to the letter: nothing of it is normalized. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username || url.search || url.hash || /[\s\p{C}]/u.test(text)) {
    return false;
  }
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || url.protocol === "http:" && isHere;
}

/** Lines may be separated by semicolons; what a client demands of them is its own affair. */
function readWitnesses(value: string): string | undefined {
  if (value === "") return "";
  const lines = value.split(/[;\n]/).map((line) => line.trim()).filter((line) => line !== "");
  const policy = lines.some((line) => /^quorum\s/.test(line)) ? lines : [...lines, "quorum none"];
  const text = `${policy.join("\n")}\n`;
  try {
    return parseQuorumPolicy(text).witnesses.every(({ url }) =>
        url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? "")
      )
      ? text
      : undefined;
  } catch {
    return undefined;
  }
}

function text(name: `SVC_${string}`, fallback: string, help: string): Setting<string> {
  return {
    name,
    help,
    default: fallback,
    allowed: "a text that is not empty",
    parse: (value) => value.trim() === "" ? undefined : value.trim(),
  };
}

function number(
  name: `SVC_${string}`,
  fallback: string,
  [least, most]: readonly [number, number],
  help: string,
): Setting<number> {
  return {
    name,
    help,
    default: fallback,
    allowed: `a whole number from ${least} to ${most}`,
    parse(value) {
      const given = Number(value);
      const isWritten = /^\d+$/.test(value) && value.length <= String(most).length;
      return isWritten && given >= least && given <= most ? given : undefined;
    },
  };
}

/** The entries of a list with commas between them. */
function listed(value: string): string[] {
  return value.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
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
