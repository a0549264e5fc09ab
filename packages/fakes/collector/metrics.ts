/** What a process counted, as it arrived at one time (OTLP over HTTP, as JSON). */
export interface CollectedMetrics {
  /** Who counted: svc, or Deno itself. */
  scopes: ReadonlySet<string>;
  /** Values of svc by the names that Prometheus has for them: `name{label="value",…}`, sorted. */
  values: ReadonlyMap<string, number>;
}

interface Point {
  attributes: { key: string; value: Record<string, string | number> }[];
  asDouble?: number;
  asInt?: number | string;
  count?: number | string;
  sum?: number;
  bucketCounts?: (number | string)[];
  explicitBounds?: number[];
}

interface Sent {
  name: string;
  gauge?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}

/** Reads what was sent to `/v1/metrics`. */
export function collectedMetrics(text: string): CollectedMetrics {
  const scopes = new Set<string>();
  const values = new Map<string, number>();
  for (const { scopeMetrics } of JSON.parse(text).resourceMetrics) {
    for (const { scope, metrics } of scopeMetrics) {
      scopes.add(scope.name);
      if (scope.name === "svc") metrics.forEach((metric: Sent) => add(values, metric));
    }
  }
  return { scopes, values };
}

function add(values: Map<string, number>, { name, gauge, sum, histogram }: Sent): void {
  for (const point of (gauge ?? sum ?? histogram)!.dataPoints) {
    const labels = Object.fromEntries(
      point.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]),
    );
    const set = (suffix: string, value: unknown, more = {}) =>
      values.set(valueName(name + suffix, { ...labels, ...more }), Number(value));
    if (histogram === undefined) {
      set("", point.asDouble ?? point.asInt);
      continue;
    }
    let upTo = 0;
    point.bucketCounts!.forEach((count, at) => {
      const le = String(point.explicitBounds![at] ?? "+Inf");
      set("_bucket", upTo += Number(count), { le });
    });
    set("_sum", point.sum);
    set("_count", point.count);
  }
}

/** Values in the text format of Prometheus, by the same names. */
export function exposedValues(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, said]) => [key, said]);
    return [valueName(name!, Object.fromEntries(pairs)), Number(value)];
  }));
}

function valueName(name: string, labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`).sort();
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}
