import { column, type Ordinals, ordinals } from "./column.ts";
import type { IndexedExtension } from "./document.ts";
import { lists } from "./lists.ts";

/** What is true of an extension, as bits. */
export const FLAG = {
  gone: 1,
  hidden: 2,
  deprecated: 4,
  stable: 8,
  rc: 16,
  beta: 32,
} as const;

/** What the index knows of each extension beside its words, by its place in the index. */
export type Slots = ReturnType<typeof slots>;

/** Makes an index without an extension. */
export function slots() {
  const floats = () => column((length) => new Float64Array(length));
  const numbers = floats();
  const flags = column((length) => new Uint8Array(length));
  const collective = column((length) => new Uint32Array(length));
  const slug = column((length) => new Uint32Array(length));
  const pulls = floats();
  const score = column((length) => new Int32Array(length));
  const created = floats();
  const updated = floats();
  const names: string[] = [];
  const listed = { label: lists(), contentType: lists(), platform: lists() };
  const values = {
    label: ordinals(),
    contentType: ordinals(),
    platform: ordinals(),
    collective: ordinals(),
  };
  const ids = ordinals();
  const columns = [numbers, flags, collective, slug, pulls, score, created, updated];
  return {
    numbers,
    flags,
    /** The collective's id, as a number of {@link Slots.ids}. */
    collective,
    /** The collective's slug, as a number of `values.collective`. */
    slug,
    pulls,
    score,
    created,
    updated,
    names,
    lists: listed,
    values,
    ids,
    set(slot: number, extension: IndexedExtension): void {
      numbers.set(slot, extension.number);
      flags.set(slot, flagsOf(extension));
      collective.set(slot, ids.of(extension.collectiveId));
      slug.set(slot, values.collective.of(slugOf(extension.name)));
      pulls.set(slot, extension.pulls);
      score.set(slot, extension.score);
      created.set(slot, Date.parse(extension.createdAt));
      updated.set(slot, Date.parse(extension.updatedAt));
      names[slot] = extension.name;
      listed.label.set(slot, ordinalsOf(values.label, extension.labels));
      listed.contentType.set(slot, ordinalsOf(values.contentType, extension.contentTypes));
      listed.platform.set(slot, ordinalsOf(values.platform, extension.platforms));
    },
    /** Puts what is known of one place at another one. */
    move(from: number, to: number): void {
      for (const one of columns) one.set(to, one.values[from]!);
      names[to] = names[from]!;
      for (const list of Object.values(listed)) list.move(from, to);
    },
    /** Forgets the places from `length` on. */
    truncate(length: number): void {
      names.length = length;
      for (const list of Object.values(listed)) list.truncate(length);
    },
  };
}

function flagsOf(extension: IndexedExtension): number {
  const { gone, hidden, deprecated, channels } = extension;
  return (gone ? FLAG.gone : 0) | (hidden ? FLAG.hidden : 0) |
    (deprecated ? FLAG.deprecated : 0) | channelFlags(channels);
}

/** The flags of channels. */
export function channelFlags(channels: readonly string[]): number {
  return channels.reduce(
    (sum, channel) =>
      sum | (channel === "stable" || channel === "rc" || channel === "beta" ? FLAG[channel] : 0),
    0,
  );
}

/** The collective's slug, which every name begins with. */
function slugOf(name: string): string {
  return name.slice(1, name.indexOf("/"));
}

function ordinalsOf(all: Ordinals, values: readonly string[]): number[] {
  return [...new Set(values)].map((value) => all.of(value));
}
