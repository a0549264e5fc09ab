import type { Metric, Registry } from "prom-client";

/** What was counted under one set of labels. */
export interface DurationRow<Label extends string> {
  labels: Readonly<Record<Label, string>>;
  /** Durations by the first bucket they fit in; those beyond the last are in none. */
  buckets: number[];
  count: number;
  /** Seconds. */
  sum: number;
}

/** Durations by labels: cheap to count, put into words when somebody asks. */
export interface Durations<Label extends string> {
  /** Counts one. @param values of the labels, in their order; a clock put back counts as 0 seconds */
  observe(values: readonly string[], seconds: number): void;
  rows(): Iterable<DurationRow<Label>>;
  /** Adds what was counted to `register`, as a histogram. */
  register(register: Registry): void;
}

/** Counts a duration in another place, too. @param labels the same object for the same labels */
export type AlsoObserve = (seconds: number, labels: Readonly<Record<string, string>>) => void;

let alsoMade:
  | ((said: { name: string; help: string; ends: readonly number[] }) => AlsoObserve)
  | undefined;

/** From now on each {@link createDurations} also counts by what `made` makes for it. */
export function alsoObserveBy(made: typeof alsoMade): void {
  alsoMade = made;
}

/**
 * Nothing is counted yet.
 *
 * @param ends upper ends of the buckets, in seconds, rising
 * @param known values of labels that are told from the start, at nought: Prometheus takes no notice of
 *   what a series begins with
 */
export function createDurations<const Label extends string>(
  { name, help, labels, ends, known = [] }: {
    name: string;
    help: string;
    labels: readonly Label[];
    ends: readonly number[];
    known?: readonly (readonly string[])[];
  },
): Durations<Label> {
  const rows = new Map<string, DurationRow<Label>>();
  const also = alsoMade?.({ name, help, ends });
  const rowOf = (values: readonly string[]) => {
    const key = values.join("\0");
    const before = rows.get(key);
    if (before !== undefined) return before;
    const pairs = labels.map((label, at) => [label, values[at]!]);
    const row: DurationRow<Label> = {
      labels: Object.fromEntries(pairs),
      buckets: ends.map(() => 0),
      count: 0,
      sum: 0,
    };
    rows.set(key, row);
    return row;
  };
  known.forEach(rowOf);
  return {
    rows: () => rows.values(),
    observe(values, given) {
      const row = rowOf(values);
      const seconds = Math.max(given, 0);
      const bucket = ends.findIndex((end) => seconds <= end);
      if (bucket >= 0) row.buckets[bucket]! += 1;
      row.count += 1;
      row.sum += seconds;
      also?.(seconds, row.labels);
    },
    register(register) {
      const said = {
        name,
        help,
        type: "histogram",
        values: [...rows.values()].flatMap((row) => valuesOf(name, ends, row)),
        aggregator: "sum",
      };
      // The library's histograms observe one duration after the other; these were counted before.
      const metric = { ...said, get: () => Promise.resolve(said) };
      register.registerMetric(metric as unknown as Metric);
    },
  };
}

function valuesOf<Label extends string>(
  name: string,
  ends: readonly number[],
  { labels, buckets, count, sum }: DurationRow<Label>,
) {
  let upTo = 0;
  return [
    ...ends.map((le, index) => ({
      labels: { ...labels, le },
      metricName: `${name}_bucket`,
      value: upTo += buckets[index]!,
    })),
    { labels: { ...labels, le: "+Inf" }, metricName: `${name}_bucket`, value: count },
    { labels, metricName: `${name}_sum`, value: sum },
    { labels, metricName: `${name}_count`, value: count },
  ];
}
