/** Release channels, lowest first; promotion goes upward only (design §5). */
export const CHANNELS = ["beta", "rc", "stable"] as const;

/** A release channel. */
export type Channel = typeof CHANNELS[number];

/** True when a version may move from one channel to the other: strictly upward. */
export function mayPromote(from: Channel, to: Channel): boolean {
  return CHANNELS.indexOf(to) > CHANNELS.indexOf(from);
}
