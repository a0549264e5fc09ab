/** Ids of commits, each with a number from 0 on; a tenth of what a map of texts takes. */
export interface Ids {
  /** How many there are. */
  size(): number;
  /** The number of an id that is added when it is new, given as hexadecimal digits in ASCII. */
  add(digits: Uint8Array): number;
  /** The number of an id; -1 when it is not there. */
  find(id: string): number;
  /** The id of a number. */
  at(index: number): string;
}

/** @param bytes of an id: 20 or 32 */
export function createIds(bytes: number): Ids {
  let count = 0;
  let store = new Uint8Array(bytes * 1024);
  // Numbers by the first bytes of the id, shifted by one: 0 is free.
  let slots = new Int32Array(4096);

  const slotOf = (id: Uint8Array): number => {
    const mask = slots.length - 1;
    let slot = (id[0]! | id[1]! << 8 | id[2]! << 16 | id[3]! << 24) & mask;
    while (slots[slot] !== 0 && !sameAt(store, (slots[slot]! - 1) * bytes, id)) {
      slot = slot + 1 & mask;
    }
    return slot;
  };
  const grow = () => {
    if ((count + 1) * bytes > store.length) {
      const larger = new Uint8Array(store.length * 2);
      larger.set(store);
      store = larger;
    }
    if (count * 2 < slots.length) return;
    slots = new Int32Array(slots.length * 2);
    for (let index = 0; index < count; index++) {
      slots[slotOf(store.subarray(index * bytes, (index + 1) * bytes))] = index + 1;
    }
  };
  const scratch = new Uint8Array(bytes);
  return {
    size: () => count,
    add(digits) {
      for (let at = 0; at < bytes; at++) {
        scratch[at] = nibble(digits[2 * at]!) << 4 | nibble(digits[2 * at + 1]!);
      }
      const slot = slotOf(scratch);
      if (slots[slot] !== 0) return slots[slot]! - 1;
      store.set(scratch, count * bytes);
      slots[slot] = ++count;
      grow();
      return count - 1;
    },
    find: (id) =>
      id.length === bytes * 2 && /^[0-9a-f]+$/.test(id)
        ? slots[slotOf(Uint8Array.fromHex(id))]! - 1
        : -1,
    at: (index) => store.subarray(index * bytes, (index + 1) * bytes).toHex(),
  };
}

function sameAt(store: Uint8Array, from: number, id: Uint8Array): boolean {
  for (let at = 0; at < id.length; at++) if (store[from + at] !== id[at]) return false;
  return true;
}

/** The value of a lower-case hexadecimal digit. */
function nibble(digit: number): number {
  return digit <= 57 ? digit - 48 : digit - 87;
}
