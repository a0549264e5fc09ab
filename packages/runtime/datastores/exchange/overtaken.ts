import type { DataMetadata } from "../../store/item.ts";
import { inOrder, overtakenIn, windowsOf, writtenOf } from "../../store/order.ts";
import type { MergePlan, Sides } from "./plan.ts";

/** A version that another machine overtook: it has a higher number, and is older. */
export interface Overtaken extends OrderedVersion {
  name: string;
  by: OrderedVersion;
}

/** A version as it is named where the order is told. */
export interface OrderedVersion {
  id: string;
  version: number;
  createdAt: string;
  /** Name of the machine that wrote it; absent for one of an earlier release. */
  machine?: string;
}

/** Adds to a plan how the versions of the items that change are in order then. */
export function planOrder(
  { local, base }: Pick<Sides, "local" | "base">,
  plan: MergePlan,
): void {
  const isNew = (id: string) => !local.has(id) || !base.versions.get(id)?.sent;
  const changed = new Set(
    [...plan.add, ...[...plan.rebase, ...plan.settle].map(({ metadata }) => metadata)]
      .map(({ name }) => name),
  );
  for (const [name, versions] of itemsAfter(local, plan, changed)) {
    const ordered = inOrder(versions);
    if (changed.has(name)) plan.windows.set(name, windowsOf(ordered));
    for (const [one, by] of overtakenIn(ordered, ({ version }) => version)) {
      // Of what others settled among themselves nobody here has seen anything else.
      const isSeen = local.has(one.id) || local.has(by.id);
      if (!isSeen || !isNew(one.id) && !isNew(by.id)) continue;
      plan.overtaken.push({ name, ...placed(one), by: placed(by) });
    }
  }
}

/** The versions of each item that a plan changes or sends, ascending by the numbers that they get. */
function itemsAfter(
  local: ReadonlyMap<string, DataMetadata>,
  { add, rebase, settle, remove, send }: MergePlan,
  changed: ReadonlySet<string>,
): Map<string, DataMetadata[]> {
  const items = new Map([...changed].map((name) => [name, [] as DataMetadata[]]));
  // What was on its way when svc was killed is told again.
  for (const { name } of send.flatMap((id) => local.get(id) ?? [])) items.set(name, []);
  const moves = new Map([...rebase, ...settle].map((move) => [move.metadata.id, move]));
  const gone = new Set(remove.map(({ id }) => id));
  for (const one of [...local.values(), ...add]) {
    if (gone.has(one.id)) continue;
    const { to = one.version, tags = one.tags } = moves.get(one.id) ?? {};
    items.get(one.name)?.push({ ...one, version: to, tags });
  }
  for (const versions of items.values()) versions.sort((a, b) => a.version - b.version);
  return items;
}

function placed(metadata: DataMetadata): OrderedVersion {
  const { id, version, createdAt } = metadata;
  const written = writtenOf(metadata);
  return { id, version, createdAt, ...(written === undefined ? {} : { machine: written.by }) };
}
