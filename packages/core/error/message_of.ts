/** What was thrown as one text: the message of an error, and anything else as it reads. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
