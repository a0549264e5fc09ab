import type { DataMetadata } from "../../data/store/item.ts";
import { inOrder, overtakenIn, type Window, windowsOf, writtenOf } from "../../data/store/order.ts";

/** A version that another machine overtook: it has a higher number, and is older. */
export interface Overtaken extends OrderedVersion {
  name: string;
  by: OrderedVersion;
}

/** A version as it is named where the order is told. */
export interface OrderedVersion {
  id: string;
  version: number;
  /** What orders it; of an earlier release, when it was created. */
  writtenAt: string;
  /** Name of the machine that wrote it; absent for one of an earlier release. */
  writtenBy?: string;
}

/** What is here, and what the last sync knew. */
interface Known {
  local: ReadonlyMap<string, DataMetadata>;
  base: { versions: ReadonlyMap<string, unknown> };
}

/** The part of a plan that changes what is here, and how that is in order then. */
interface Reordering {
  remove: readonly DataMetadata[];
  add: readonly DataMetadata[];
  rebase: readonly Move[];
  settle: readonly Move[];
  windows: Map<string, Window[]>;
  overtaken: Overtaken[];
}

/** A version here that gets another number. */
export interface Move {
  metadata: DataMetadata;
  to: number;
  tags: Record<string, string>;
}

/** Adds to a plan how the versions of the items that change are in order then. */
export function planOrder({ local, base }: Known, plan: Reordering): void {
  const { add, rebase, settle, remove } = plan;
  const moves = new Map([...rebase, ...settle].map((move) => [move.metadata.id, move]));
  const isNew = ({ id }: DataMetadata) => !base.versions.has(id);
  // A store that is synchronised for the first time has nothing new to say of what is here already.
  const isTold = ({ id }: DataMetadata) =>
    base.versions.has(id) || base.versions.size === 0 && local.has(id);
  const items = new Map<string, DataMetadata[]>();
  for (const one of [...local.values(), ...add]) {
    if (isNew(one) || moves.has(one.id)) items.set(one.name, []);
  }
  const gone = new Set(remove.map(({ id }) => id));
  for (const one of [...local.values(), ...add]) {
    if (gone.has(one.id)) continue;
    const { to = one.version, tags = one.tags } = moves.get(one.id) ?? {};
    items.get(one.name)?.push({ ...one, version: to, tags });
  }
  for (const [name, versions] of items) {
    const ordered = inOrder(versions.sort((a, b) => a.version - b.version));
    plan.windows.set(name, windowsOf(ordered));
    for (const [one, by] of overtakenIn(ordered, ({ version }) => version)) {
      // Of what others settled among themselves nobody here has seen anything else.
      const isSeen = local.has(one.id) || local.has(by.id);
      if (isSeen && !(isTold(one) && isTold(by))) {
        plan.overtaken.push({ name, ...placed(one), by: placed(by) });
      }
    }
  }
}

/** How much a clock may be ahead before it is told, in milliseconds. */
const AHEAD = 60_000;

/** Of versions that came, those that the clock here takes for written in the future. */
export function aheadOf(added: readonly DataMetadata[]): (OrderedVersion & { name: string })[] {
  const limit = Date.now() + AHEAD;
  return added.flatMap((one) => {
    const { writtenAt, ...rest } = placed(one);
    return Date.parse(writtenAt) > limit ? [{ name: one.name, writtenAt, ...rest }] : [];
  });
}

function placed(metadata: DataMetadata): OrderedVersion {
  const { id, version, createdAt } = metadata;
  const written = writtenOf(metadata);
  return written === undefined
    ? { id, version, writtenAt: createdAt }
    : { id, version, writtenAt: written.at, writtenBy: written.by };
}
