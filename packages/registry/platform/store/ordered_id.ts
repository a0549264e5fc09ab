const COUNTER_BITS = 12n;
let last = 0n;

/**
 * A UUID (version 7, RFC 9562) that sorts after every one this process made before, also within one
 * millisecond and after the clock was set back: rows of the same time keep the order they were
 * written in.
 */
export function orderedId(): string {
  const earliest = BigInt(Date.now()) << COUNTER_BITS;
  last = last + 1n > earliest ? last + 1n : earliest;
  const ordered = last.toString(16).padStart(15, "0");
  const random = crypto.randomUUID().slice(19);
  return `${ordered.slice(0, 8)}-${ordered.slice(8, 12)}-7${ordered.slice(12)}-${random}`;
}
