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

/** Gives each value a number, from 0. */
export interface Ordinals {
  readonly values: readonly string[];
  of(value: string): number;
  find(value: string): number | undefined;
}

/** Makes an empty list of values. */
export function ordinals(): Ordinals {
  const known = new Map<string, number>();
  const values: string[] = [];
  return {
    values,
    of(value) {
      let ordinal = known.get(value);
      if (ordinal === undefined) {
        ordinal = values.push(value) - 1;
        known.set(value, ordinal);
      }
      return ordinal;
    },
    find: (value) => known.get(value),
  };
}
