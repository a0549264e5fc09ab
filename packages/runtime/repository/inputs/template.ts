/** A part of a text: words as they stand, or an expression. */
type TemplatePart =
  | { text: string }
  | { expression: string; whole: string }
  | { unclosed: string };

/** A text literal of CEL, a comment, a brace, or anything else. */
const TOKEN =
  /[rRbB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|\/\/[^\n]*\n|\}\}|[{}]|[^{}"'/]+|[\s\S]/y;

/** True when `value` may hold a `${{ … }}` expression anywhere. */
export function holdsExpression(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${{");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsExpression);
}

/**
 * The parts of a text. An expression ends at the first `}}` that stands outside of its text literals
 * and closes no `{` of its own.
 */
export function templateParts(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("${{", from);
    if (start < 0) break;
    if (start > from) parts.push({ text: text.slice(from, start) });
    const end = endOf(text, start + 3);
    if (end === undefined) {
      parts.push({ unclosed: text.slice(start) });
      return parts;
    }
    parts.push({ expression: text.slice(start + 3, end), whole: text.slice(start, end + 2) });
    from = end + 2;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Where the expression that begins at `from` ends. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  TOKEN.lastIndex = from;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(text)!;
    if (token === "}}" && depth === 0) return at;
    if (token === "{") depth++;
    else if (token === "}}") {
      // One of them closes the expression's own brace; the other is read again.
      depth--;
      TOKEN.lastIndex = at + 1;
    } else if (token === "}") depth--;
    if (depth < 0) return undefined;
  }
  return undefined;
}
