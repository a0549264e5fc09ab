import { isCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import type { ExtensionInfo } from "@svc/core/wire";

/** A version to pull, with the channel it stands in when that is not stable. */
export interface Choice {
  version: string;
  channel: "beta" | "rc" | undefined;
}

/** What is asked for: a version, or the newest of a channel. */
export interface Wish {
  version: string | undefined;
  channel: string | undefined;
  /** Takes the newest beta, then rc, when stable has nothing: for dependencies. */
  anyChannel?: boolean;
}

/**
 * The version to pull.
 *
 * @throws SvcError `invalid_argument` for a malformed version, `not_found` when the channel has nothing, naming
 *   a channel that has something.
 */
export function chooseVersion(info: ExtensionInfo, wish: Wish): Choice {
  const newest = { stable: info.latestVersion, rc: info.latestRc, beta: info.latestBeta };
  if (wish.version !== undefined) {
    if (!isCalVer(wish.version)) {
      throw new SvcError(
        "invalid_argument",
        `The version '${wish.version}' must be CalVer YYYY.MM.DD.N`,
        {
          hint: "For example 2026.11.21.1.",
        },
      );
    }
    const channel = (["beta", "rc"] as const).find((one) => newest[one] === wish.version);
    return { version: wish.version, channel };
  }
  const channel = (wish.channel ?? "stable") as keyof typeof newest;
  const order = wish.anyChannel ? (["stable", "beta", "rc"] as const) : [channel];
  for (const one of order) {
    const version = newest[one];
    if (version) return { version, channel: one === "stable" ? undefined : one };
  }
  const other = (["stable", "rc", "beta"] as const).find((one) => newest[one]);
  throw new SvcError(
    "not_found",
    other
      ? `${info.name} has nothing in ${channel}`
      : `${info.name} has no published versions${info.yankedAt ? "; it was yanked" : ""}`,
    other ? { hint: `svc extension pull ${info.name} --channel ${other}` } : {},
  );
}
