/** Characters of a token that tell it: half of it, and never so few that they could be chance. */
const pieceLength = (token: string) => Math.max(8, Math.floor(token.length / 2));

/** Whether a text holds a token, or a piece of it that is half as long. */
export function holdsToken(text: string, token: string): boolean {
  const length = pieceLength(token);
  if (token.length <= length) return text.includes(token);
  for (let from = 0; from + length <= token.length; from++) {
    if (text.includes(token.slice(from, from + length))) return true;
  }
  return false;
}
