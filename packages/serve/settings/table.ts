import type { WrittenRule } from "../oauth/admission/rule.ts";

/**
 * A setting of `svc serve` as data: a flag, a variable and a key of the settings file at once. The
 * variable of `max-runs` is `SVC_SERVE_MAX_RUNS`.
 */
export interface SettingRow {
  kind: "text" | "list" | "number";
  /** What the value is, as help shows it. */
  value: string;
  summary: string;
  choices?: readonly string[];
  completes?: "file";
  /** The value where neither the flag, the variable nor the file has one. */
  default?: string | number;
  /** What counts then, in words, where starting finds it out. */
  defaultText?: string;
}

const taking =
  <K extends SettingRow["kind"]>(kind: K) =>
  <const M extends Omit<SettingRow, "kind" | "value" | "summary"> = Record<never, never>>(
    value: string,
    summary: string,
    more?: M,
  ) => ({ kind, value, summary, ...more }) as { kind: K; value: string; summary: string } & M;
const text = taking("text");
const list = taking("list");
const number = taking("number");

/**
 * Every setting, by the name of its flag, which is its key in the settings file, too. A flag wins over
 * its variable, and that over the file.
 */
export const SETTINGS = {
  "auth-mode": text(
    "<mode>",
    "token: only tokens that you made; oauth: also people of the registry",
    { choices: ["token", "oauth"], default: "token" },
  ),
  "allowed-collectives": list(
    "<slug>[:<role>]",
    "Collectives whose people may sign in, each with a least role; oauth only",
  ),
  "allowed-users": list("<username>", "People who may sign in; oauth only"),
  "oauth-provider": text("<url>", "The registry that signs people in", {
    defaultText: "the one you are logged in to",
  }),
  "oauth-client-id": text(
    "<id>",
    "A client registered by hand; its secret in SVC_SERVE_OAUTH_CLIENT_SECRET or on stdin",
  ),
  "oauth-client-name": text("<name>", "What people see when they sign in", {
    defaultText: "svc serve on <host>",
  }),
  "oauth-refresh": text(
    "<time>",
    "How often the registry is asked again about people; 0 for never",
    { default: "4h" },
  ),
  host: text("<address>", "The address to listen on; only this machine reaches 127.0.0.1", {
    default: "127.0.0.1",
  }),
  port: number("<number>", "The port to listen on; 0 for a free one", { default: 9090 }),
  "cert-file": text("<file>", "A certificate in PEM, with its chain; needs --key-file", {
    completes: "file",
  }),
  "key-file": text("<file>", "The private key of the certificate, in PEM", { completes: "file" }),
  "behind-proxy": list(
    "<address>",
    "A proxy that does TLS, whose X-Forwarded-For is trusted; needs --public-url",
  ),
  "public-url": text("<url>", "Where callers reach the server, when that is not where it listens"),
  "max-runs": number("<number>", "Runs at the same time", {
    defaultText: "one for each processor",
  }),
  "max-queue": number("<number>", "Runs that may wait", { default: 1000 }),
  "max-run-time": text("<time>", "The longest that a run may take: 90, 30s, 5m", { default: "1h" }),
  "max-run-memory": number("<MB>", "The most memory of a run", { default: 512 }),
  "max-run-output": number("<MB>", "The most of a run's log and events that is kept", {
    default: 10,
  }),
  drain: text("<time>", "How long runs may go on when the server stops", { default: "30s" }),
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
