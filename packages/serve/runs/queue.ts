/** Items of many callers, who take turns; each caller's own are in the order in which they came. */
export interface FairQueue<Item> {
  readonly size: number;
  sizeOf(caller: string): number;
  add(caller: string, item: Item): void;
  remove(caller: string, item: Item): void;
  /** Takes out the next one that may begin. Those that may not keep their place. */
  take(mayBegin: (item: Item) => boolean): Item | undefined;
  items(): Iterable<Item>;
}

/** An empty queue. */
export function fairQueue<Item>(): FairQueue<Item> {
  // Callers in the order of their turns.
  const callers = new Map<string, Set<Item>>();
  let size = 0;

  function remove(caller: string, item: Item): void {
    const own = callers.get(caller);
    if (!own?.delete(item)) return;
    size--;
    if (own.size === 0) callers.delete(caller);
  }

  return {
    get size() {
      return size;
    },
    sizeOf: (caller) => callers.get(caller)?.size ?? 0,
    add(caller, item) {
      const own = callers.get(caller) ?? new Set();
      callers.set(caller, own.add(item));
      size++;
    },
    remove,
    take(mayBegin) {
      for (const [caller, own] of callers) {
        for (const item of own) {
          if (!mayBegin(item)) continue;
          callers.delete(caller);
          callers.set(caller, own);
          remove(caller, item);
          return item;
        }
      }
      return undefined;
    },
    *items() {
      for (const own of callers.values()) yield* own;
    },
  };
}
