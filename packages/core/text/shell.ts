/**
 * A word as a POSIX shell takes it for one: as it is where that is plain, else in quotes. A host name
 * may hold quotes, `$` and `;`, and an IPv6 address brackets, which a shell takes for a pattern.
 */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
