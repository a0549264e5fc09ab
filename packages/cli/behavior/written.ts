/**
 * A line for each name that a run wrote, with the last version when it is not the first: an intent and
 * its result are two versions of one name.
 */
export function writtenLines(
  artifacts: readonly { name: string; version: number }[],
): string[] {
  const last = new Map(artifacts.map(({ name, version }) => [name, version]));
  return [...last].map(([name, version]) =>
    `  wrote ${name}${version > 1 ? ` (version ${version})` : ""}`
  );
}
