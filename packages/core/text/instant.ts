/** A moment to the minute, the same wherever it is read: `2026-11-29 10:08 UTC`. */
export function instantText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
