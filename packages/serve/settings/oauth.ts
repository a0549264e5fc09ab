import { SvcError } from "@svc/core/error";
import { parseDuration } from "@svc/runtime/duration";
import { type Admission, parseRules } from "../oauth/admission/rule.ts";
import { parseProvider } from "../oauth/provider/address.ts";
import { SETTINGS, type SettingValues } from "./table.ts";

/** How people sign in by a registry, checked. */
export interface OAuthSettings {
  /** The registry's address; undefined for the one that the operator is logged in to. */
  provider: string | undefined;
  admission: Admission;
  clientId: string | undefined;
  clientName: string | undefined;
  /** Milliseconds until the registry is asked again about somebody; 0 for never. */
  refreshMs: number;
}

/** The longest name of a client. */
const NAME_LENGTH = 128;

/** Settings that say nothing without signing in by a registry. */
const OAUTH_ONLY = [
  "allowed-collectives",
  "allowed-users",
  "oauth-provider",
  "oauth-client-id",
  "oauth-client-name",
  "oauth-refresh",
  "allow",
] as const;

/**
 * How people sign in; undefined in mode `token`.
 *
 * @throws SvcError `usage` when nobody could sign in, and for a setting that would have no effect
 */
export function oauthSettingsOf(all: SettingValues): OAuthSettings | undefined {
  if (all["auth-mode"] !== "oauth") {
    const idle = OAUTH_ONLY.find((name) => all[name] !== undefined);
    if (idle === undefined) return undefined;
    throw new SvcError("usage", `'${idle}' has no effect without --auth-mode oauth`, {
      hint: "Add --auth-mode oauth, or remove it.",
    });
  }
  const admission = {
    collectives: words(all["allowed-collectives"]),
    users: words(all["allowed-users"]),
    allow: all.allow ?? [],
  };
  parseRules(admission);
  const {
    "oauth-provider": provider,
    "oauth-refresh": refresh = SETTINGS["oauth-refresh"].default,
  } = all;
  return {
    provider: provider === undefined ? undefined : parseProvider(provider),
    admission,
    clientId: all["oauth-client-id"],
    clientName: nameOf(all["oauth-client-name"]),
    refreshMs: refresh === "0" ? 0 : parseDuration(refresh, "--oauth-refresh"),
  };
}

function words(given: readonly string[] = []): string[] {
  return given.flatMap((text) => text.split(",")).map((one) => one.trim())
    .filter((one) => one !== "");
}

function nameOf(name: string | undefined): string | undefined {
  if (name === undefined || /^[^\p{C}]{1,128}$/u.test(name) && name.trim() !== "") return name;
  throw new SvcError("usage", "--oauth-client-name must be a short line of text", {
    hint: `Use 1 to ${NAME_LENGTH} characters.`,
  });
}
