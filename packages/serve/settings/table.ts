import type { WrittenRule } from "../oauth/admission/rule.ts";

/** A setting of `svc serve` as data: a flag, a variable and a key of the settings file at once. */
export interface SettingRow {
  kind: "text" | "list" | "number";
  /** What the value is, as help shows it. */
  value: string;
  summary: string;
  variable: `SVC_SERVE_${string}`;
  choices?: readonly string[];
  completes?: "file";
  /** The value where neither the flag, the variable nor the file has one. */
  default?: string | number;
  /** What counts then, in words, where starting finds it out. */
  defaultText?: string;
}

/**
 * Every setting, by the name of its flag, which is its key in the settings file, too. A flag wins over
 * its variable, and that over the file.
 */
export const SETTINGS = {
  "auth-mode": {
    kind: "text",
    value: "<mode>",
    summary: "token: only tokens that you made; oauth: also people of the registry",
    choices: ["token", "oauth"],
    variable: "SVC_SERVE_AUTH_MODE",
    default: "token",
  },
  "allowed-collectives": {
    kind: "list",
    value: "<slug>[:<role>]",
    summary: "Collectives whose people may sign in, each with a least role; oauth only",
    variable: "SVC_SERVE_ALLOWED_COLLECTIVES",
  },
  "allowed-users": {
    kind: "list",
    value: "<username>",
    summary: "People who may sign in; oauth only",
    variable: "SVC_SERVE_ALLOWED_USERS",
  },
  "oauth-provider": {
    kind: "text",
    value: "<url>",
    summary: "The registry that signs people in",
    defaultText: "the one you are logged in to",
    variable: "SVC_SERVE_OAUTH_PROVIDER",
  },
  "oauth-client-id": {
    kind: "text",
    value: "<id>",
    summary: "A client registered by hand; its secret in SVC_SERVE_OAUTH_CLIENT_SECRET or on stdin",
    variable: "SVC_SERVE_OAUTH_CLIENT_ID",
  },
  "oauth-client-name": {
    kind: "text",
    value: "<name>",
    summary: "What people see when they sign in",
    defaultText: "svc serve on <host>",
    variable: "SVC_SERVE_OAUTH_CLIENT_NAME",
  },
  "oauth-refresh": {
    kind: "text",
    value: "<time>",
    summary: "How often the registry is asked again about people; 0 for never",
    default: "4h",
    variable: "SVC_SERVE_OAUTH_REFRESH",
  },
  host: {
    kind: "text",
    value: "<address>",
    summary: "The address to listen on; only this machine reaches 127.0.0.1",
    default: "127.0.0.1",
    variable: "SVC_SERVE_HOST",
  },
  port: {
    kind: "number",
    value: "<number>",
    summary: "The port to listen on; 0 for a free one",
    default: 9090,
    variable: "SVC_SERVE_PORT",
  },
  "cert-file": {
    kind: "text",
    value: "<file>",
    summary: "A certificate in PEM, with its chain; needs --key-file",
    completes: "file",
    variable: "SVC_SERVE_CERT_FILE",
  },
  "key-file": {
    kind: "text",
    value: "<file>",
    summary: "The private key of the certificate, in PEM",
    completes: "file",
    variable: "SVC_SERVE_KEY_FILE",
  },
  "behind-proxy": {
    kind: "list",
    value: "<address>",
    summary: "A proxy that does TLS, whose X-Forwarded-For is trusted; needs --public-url",
    variable: "SVC_SERVE_BEHIND_PROXY",
  },
  "public-url": {
    kind: "text",
    value: "<url>",
    summary: "Where callers reach the server, when that is not where it listens",
    variable: "SVC_SERVE_PUBLIC_URL",
  },
  "max-runs": {
    kind: "number",
    value: "<number>",
    summary: "Runs at the same time",
    defaultText: "one for each processor",
    variable: "SVC_SERVE_MAX_RUNS",
  },
  "max-queue": {
    kind: "number",
    value: "<number>",
    summary: "Runs that may wait",
    default: 1000,
    variable: "SVC_SERVE_MAX_QUEUE",
  },
  "max-run-time": {
    kind: "text",
    value: "<time>",
    summary: "The longest that a run may take: 90, 30s, 5m",
    default: "1h",
    variable: "SVC_SERVE_MAX_RUN_TIME",
  },
  "max-run-memory": {
    kind: "number",
    value: "<MB>",
    summary: "The most memory of a run",
    default: 512,
    variable: "SVC_SERVE_MAX_RUN_MEMORY",
  },
  "max-run-output": {
    kind: "number",
    value: "<MB>",
    summary: "The most of a run's log and events that is kept",
    default: 10,
    variable: "SVC_SERVE_MAX_RUN_OUTPUT",
  },
  drain: {
    kind: "text",
    value: "<time>",
    summary: "How long runs may go on when the server stops",
    default: "30s",
    variable: "SVC_SERVE_DRAIN",
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** What was given of the settings, each as its row says; empty lists and undefined were not given. */
export type SettingValues =
  & {
    readonly [Name in SettingName]?: (typeof SETTINGS)[Name]["kind"] extends "number"
      ? number | undefined
      : (typeof SETTINGS)[Name]["kind"] extends "list" ? readonly string[]
      : string | undefined;
  }
  & {
    /** What each group of people may do. In the settings file only: it is not a line of options. */
    readonly allow?: readonly WrittenRule[] | undefined;
  };
