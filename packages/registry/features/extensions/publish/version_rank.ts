import { type Channel, CHANNELS } from "@svc/core/channel";

/** What decides which version an extension's record is of. */
export interface RankedVersion {
  channel: string;
  sort_key: string;
  yanked_at: string | null;
}

/**
 * Orders versions, the one that an extension's record is of first: the newest stable, else the
 * newest rc, else the newest beta (design §5). A yanked version comes after all that are not.
 */
export function compareRank(a: RankedVersion, b: RankedVersion): number {
  return Number(a.yanked_at !== null) - Number(b.yanked_at !== null) ||
    rank(b) - rank(a) ||
    (a.sort_key < b.sort_key ? 1 : a.sort_key > b.sort_key ? -1 : 0);
}

/** The newest version of each channel that is not yanked, as columns of the extension. */
export function latestColumns(versions: readonly (RankedVersion & { version: string })[]) {
  const sorted = versions.filter(({ yanked_at }) => yanked_at === null).sort(compareRank);
  const of = (channel: Channel) => sorted.find((row) => row.channel === channel)?.version ?? null;
  return { latest_stable: of("stable"), latest_rc: of("rc"), latest_beta: of("beta") };
}

function rank({ channel }: RankedVersion): number {
  return CHANNELS.indexOf(channel as Channel);
}
