/** A length of time for people, in its two largest units; a dash where there is none. */
export function took(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (ms < 60_000 && seconds < 60) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 3600) return two(seconds, 60, "min", "s");
  if (seconds < 86_400) return two(Math.round(seconds / 60), 60, "h", "min");
  return two(Math.round(seconds / 3600), 24, "d", "h");
}

function two(count: number, size: number, large: string, small: string): string {
  const rest = count % size;
  return `${Math.floor(count / size)} ${large}${rest === 0 ? "" : ` ${rest} ${small}`}`;
}
