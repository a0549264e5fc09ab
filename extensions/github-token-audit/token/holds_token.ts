/** Fewer characters than these could be in any text by chance. */
const SHORTEST = 8;

/** Whether a text holds a token, or a piece of it that is half as long. */
export function holdsToken(text: string, token: string): boolean {
  const length = Math.max(SHORTEST, Math.floor(token.length / 2));
  for (let from = 0; from + length <= token.length; from++) {
    if (text.includes(token.slice(from, from + length))) return true;
  }
  return false;
}
