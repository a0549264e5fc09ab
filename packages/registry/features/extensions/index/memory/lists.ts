import { column } from "./column.ts";

/** Makes empty lists. All stand in one array, one after another; what has changed stands at its end. */
export function lists() {
  const starts = column((length) => new Uint32Array(length));
  let all = column((length) => new Uint32Array(length));
  // The empty list is at 0.
  let end = 1;
  let unused = 0;
  let slots = 0;
  function isSame(start: number, numbers: readonly number[]): boolean {
    return all.values[start] === numbers.length &&
      numbers.every((number, n) => all.values[start + 1 + n] === number);
  }
  function append(numbers: readonly number[]): number {
    if (numbers.length === 0) return 0;
    const start = end;
    all.set(end++, numbers.length);
    for (const number of numbers) all.set(end++, number);
    return start;
  }
  function compact(): void {
    const before = all.values;
    all = column((length) => new Uint32Array(length));
    [end, unused] = [1, 0];
    for (let slot = 0; slot < slots; slot++) {
      const start = starts.values[slot]!;
      const numbers = before.subarray(start + 1, start + 1 + before[start]!);
      starts.set(slot, append([...numbers]));
    }
  }
  return {
    /** Where in `numbers` a slot's list stands: its length, and then its numbers. */
    get starts() {
      return starts.values;
    },
    get numbers() {
      return all.values;
    },
    set(slot: number, numbers: readonly number[]): void {
      slots = Math.max(slots, slot + 1);
      const start = starts.values[slot] ?? 0;
      if (isSame(start, numbers)) return starts.set(slot, start);
      unused += all.values[start]! + 1;
      starts.set(slot, append(numbers));
      if (unused > 1_000 && unused > end / 2) compact();
    },
    /** Puts the list of one slot at another one. */
    move(from: number, to: number): void {
      starts.set(to, starts.values[from]!);
    },
    /** Forgets the lists from slot `length` on, and what no slot has any more. */
    truncate(length: number): void {
      starts.values.fill(0, length);
      slots = length;
      compact();
    },
  };
}
