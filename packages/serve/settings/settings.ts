import { SvcError } from "@svc/core/error";
import { parseDuration } from "@svc/runtime/duration";
import { isIP } from "node:net";
import { isLoopback } from "./network.ts";
import { type OAuthSettings, oauthSettingsOf } from "./oauth.ts";
import { type SettingName, SETTINGS, type SettingValues } from "./table.ts";

/** The settings of a server, checked. */
export interface Settings {
  authMode: "token" | "oauth";
  /** Undefined in mode `token`. */
  oauth: OAuthSettings | undefined;
  host: string;
  /** 0 for one that is free. */
  port: number;
  /** Paths; undefined where the server speaks without TLS. */
  tls: { certFile: string; keyFile: string } | undefined;
  /** Where callers reach the server; undefined for where it listens. */
  publicUrl: string | undefined;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  limits: Limits;
  /** Milliseconds that runs may go on when the server stops. */
  drainMs: number;
}

/** The limits of runs. */
export interface Limits {
  /** Undefined for one for each processor. */
  maxRuns: number | undefined;
  maxQueue: number;
  /** Milliseconds. */
  timeoutMs: number;
  memoryMb: number;
  maxOutputBytes: number;
}

/**
 * The settings of what was given, by flags and variables first and then in the file.
 *
 * @throws SvcError `usage` for a value that is not allowed, half of a TLS pair, and an address beyond
 *   this machine without TLS or a proxy that does it
 */
export function settingsOf(given: SettingValues, file: SettingValues = {}): Settings {
  const all = merged(given, file);
  const settings: Settings = {
    authMode: all["auth-mode"] === "oauth" ? "oauth" : "token",
    oauth: oauthSettingsOf(all),
    host: hostOf(all.host ?? SETTINGS.host.default),
    port: numberOf("port", all, 0, 65_535),
    tls: tlsOf(all),
    publicUrl: all["public-url"] === undefined ? undefined : publicUrlOf(all["public-url"]),
    trustedProxies: proxiesOf(all["behind-proxy"] ?? []),
    limits: {
      maxRuns: all["max-runs"] === undefined
        ? undefined
        : within("max-runs", all["max-runs"], 1, 1000),
      maxQueue: numberOf("max-queue", all, 0, 100_000),
      timeoutMs: durationOf("max-run-time", all),
      memoryMb: numberOf("max-run-memory", all, 16, 1_000_000),
      maxOutputBytes: numberOf("max-run-output", all, 1, 10_000) * 1_000_000,
    },
    drainMs: all.drain === "0" ? 0 : durationOf("drain", all),
  };
  assertSafe(settings);
  return settings;
}

function merged(given: SettingValues, file: SettingValues): SettingValues {
  const said = Object.entries(given).filter(([, value]) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0)
  );
  return { ...file, ...Object.fromEntries(said) };
}

function assertSafe({ host, tls, publicUrl, trustedProxies }: Settings): void {
  const proxied = trustedProxies.length > 0;
  if (proxied && publicUrl === undefined) {
    throw refused("--behind-proxy needs --public-url: where callers reach the proxy", {
      hint: "For example --public-url https://serve.example.org.",
    });
  }
  if (isLoopback(host) || tls !== undefined || proxied) return;
  throw refused(`Tokens would be sent unencrypted: ${host} is reachable from other machines`, {
    hint: "Give --cert-file and --key-file, or --behind-proxy <address> when a proxy does TLS.",
  });
}

function hostOf(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 || /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host)) {
    return host;
  }
  throw refused(`--host must be an address or a name of this machine, not ${shown(text)}`);
}

function tlsOf(all: SettingValues): Settings["tls"] {
  const { "cert-file": certFile, "key-file": keyFile } = all;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  const [has, lacks] = certFile === undefined
    ? ["--key-file", "--cert-file"]
    : ["--cert-file", "--key-file"];
  throw refused(`${has} also needs ${lacks}: TLS needs a certificate and its key`);
}

function publicUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "" && url.pathname === "/" && url.search === "" && url.hash === "";
  if (!plain) {
    throw refused(`--public-url must be an address without a path, not ${shown(text)}`, {
      hint: "Write it like https://serve.example.org.",
    });
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refused(`--public-url must be https: tokens would be sent unencrypted`, {
      hint: `Write https://${url.host}.`,
    });
  }
  return url.origin;
}

function proxiesOf(given: readonly string[]): readonly string[] {
  const addresses = given.flatMap((text) => text.split(",")).map((one) => one.trim())
    .filter((one) => one !== "");
  const wrong = addresses.find((one) => isIP(one) === 0);
  if (wrong === undefined) return addresses;
  throw refused(`--behind-proxy takes the IP address of a proxy, not ${shown(wrong)}`, {
    hint: "Repeat it for each proxy.",
  });
}

function durationOf(name: "drain" | "max-run-time", all: SettingValues): number {
  return parseDuration(all[name] ?? SETTINGS[name].default, `--${name}`);
}

function numberOf(
  name: "port" | "max-queue" | "max-run-memory" | "max-run-output",
  all: SettingValues,
  least: number,
  most: number,
): number {
  return within(name, all[name] ?? SETTINGS[name].default, least, most);
}

function within(name: SettingName, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw refused(`--${name} must be from ${least} to ${most}, not ${value}`);
}

function refused(message: string, options: { hint?: string } = {}): SvcError {
  return new SvcError("usage", message, options);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
