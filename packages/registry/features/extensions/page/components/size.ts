/** A number of bytes as people read it: `812 B`, `4.1 kB`, `1.3 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
