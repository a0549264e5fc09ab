import { type Facet, FACETS, type IndexRequest } from "./request.ts";
import { channelFlags, FLAG, type Slots } from "./slots.ts";

/** By bit, the facets that an extension does not match. */
export const FACET_BIT: Readonly<Record<Facet, number>> = {
  label: 1,
  contentType: 2,
  collective: 4,
  platform: 8,
};

/** Tells which extensions somebody may see at all. */
export function visibleTo(
  { flags, collective, ids }: Slots,
  collectives: readonly string[],
): (slot: number) => boolean {
  const own = new Set(collectives.map((id) => ids.find(id)));
  const [flagsOf, collectiveOf] = [flags.values, collective.values];
  return (slot) => {
    const of = flagsOf[slot]!;
    if ((of & (FLAG.gone | FLAG.hidden)) === 0) return true;
    return (of & FLAG.gone) === 0 && own.has(collectiveOf[slot]!);
  };
}

/** Tells which facets of a request an extension does not match, as bits. */
export function missedFacets(
  slots: Slots,
  { narrowed }: Pick<IndexRequest, "narrowed">,
): (slot: number) => number {
  const checks = FACETS.filter((facet) => narrowed[facet].length > 0).map((facet) => {
    const wanted = new Set(narrowed[facet].map((value) => slots.values[facet].find(value)));
    const bit = FACET_BIT[facet];
    if (facet === "collective") {
      const slugs = slots.slug.values;
      return (slot: number) => wanted.has(slugs[slot]!) ? 0 : bit;
    }
    const { starts, numbers } = slots.lists[facet];
    const emptyIsAll = facet === "platform";
    return (slot: number) => {
      const start = starts[slot]!;
      const end = start + numbers[start]!;
      if (emptyIsAll && end === start) return 0;
      for (let at = start; at < end;) if (wanted.has(numbers[++at]!)) return 0;
      return bit;
    };
  });
  if (checks.length === 0) return () => 0;
  return (slot) => {
    let missed = 0;
    for (const check of checks) missed |= check(slot);
    return missed;
  };
}

/** Tells which extensions somebody may see that have something published in the channels asked for. */
export function eligibleFor(
  slots: Slots,
  { collectives, channels }: Pick<IndexRequest, "collectives" | "channels">,
): (slot: number) => boolean {
  const visible = visibleTo(slots, collectives);
  const wanted = channelFlags(channels);
  const flags = slots.flags.values;
  return (slot) => (flags[slot]! & wanted) !== 0 && visible(slot);
}
