type Numbers = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Numbers by place, in an array that grows. */
export interface Column<Array extends Numbers> {
  readonly values: Array;
  set(place: number, value: number): void;
}

/** Makes a column; what was never set is 0. */
export function column<Array extends Numbers>(make: (length: number) => Array): Column<Array> {
  let values = make(1024);
  return {
    get values() {
      return values;
    },
    set(place, value) {
      if (place >= values.length) {
        const larger = make(Math.max(place + 1, values.length * 2));
        larger.set(values);
        values = larger;
      }
      values[place] = value;
    },
  };
}

/** Values, each with a number from 0. */
export type Ordinals = ReturnType<typeof ordinals>;

/** Makes an empty list of values. */
export function ordinals() {
  const known = new Map<string, number>();
  const values: string[] = [];
  return {
    values,
    /** Its number; it gets one where it has none. */
    of(value: string): number {
      let ordinal = known.get(value);
      if (ordinal === undefined) {
        ordinal = values.push(value) - 1;
        known.set(value, ordinal);
      }
      return ordinal;
    },
    find: (value: string) => known.get(value),
  };
}
