/** More names than these are not shown one by one. */
const MOST = 50;

/** How many of them are shown then, for a glance at what they are like. */
const SHOWN_OF_MANY = 5;

type Artifacts = readonly { name: string }[];

/** Whether a run wrote more names than are shown one by one. */
export function isTooMany(artifacts: Artifacts): boolean {
  return namesOf(artifacts).length > MOST;
}

/**
 * A line for each name that a run wrote: an intent and its result are two versions of one name. Of
 * more than 50 names the first 5, and how many more there are.
 */
export function writtenLines(artifacts: Artifacts): string[] {
  const names = namesOf(artifacts);
  const shown = names.length > MOST ? names.slice(0, SHOWN_OF_MANY) : names;
  const lines = shown.map((name) => `  wrote ${name}`);
  const more = names.length - shown.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

function namesOf(artifacts: Artifacts): string[] {
  return [...new Set(artifacts.map(({ name }) => name))];
}
