/** Something that is listed by when it last changed. */
export interface Changing {
  /** Breaks ties between things that changed in the same second. */
  id: number;
  /** ISO 8601, UTC, whole seconds: the order of the text is that of time. */
  updatedAt: string;
}

/** Things in the order of their last change, of which there may be a hundred thousand. */
export interface Ordered<T extends Changing> {
  add(item: T): void;
  remove(item: T): void;
  /** Notes that the times of some have changed. */
  moved(): void;
  /** All, oldest change first. Sorted again only after a change, which few things out of place make quick. */
  all(): readonly T[];
  /** The first place in {@linkcode all} that is not before `time`. */
  from(time: string): number;
}

/** Nothing to list yet. */
export function createOrdered<T extends Changing>(): Ordered<T> {
  let items: T[] = [];
  let sorted = true;
  const all = () => {
    if (!sorted) items.sort(byChange);
    sorted = true;
    return items;
  };
  return {
    add(item) {
      items.push(item);
      sorted = false;
    },
    remove(item) {
      items = items.filter((one) => one !== item);
    },
    moved() {
      sorted = false;
    },
    all,
    from: (time) => firstPlace(all(), (item) => item.updatedAt >= time),
  };
}

/** The first place of a sorted list from which on `holds` is true; its length when it never is. */
export function firstPlace<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function byChange(a: Changing, b: Changing): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  return a.id - b.id;
}
