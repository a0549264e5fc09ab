/** A line for each name that a run wrote: an intent and its result are two versions of one name. */
export function writtenLines(artifacts: readonly { name: string }[]): string[] {
  return [...new Set(artifacts.map(({ name }) => `  wrote ${name}`))];
}
