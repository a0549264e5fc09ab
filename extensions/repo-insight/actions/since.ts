/** How far the platform's clock may be behind ours. */
const CLOCK_SLACK_MS = 10 * 60_000;

/** A time ten minutes before, in whole seconds as the API writes times. */
export function withSlack(time: string): string {
  return new Date(Date.parse(time) - CLOCK_SLACK_MS).toISOString().replace(/\.\d+Z$/, "Z");
}
