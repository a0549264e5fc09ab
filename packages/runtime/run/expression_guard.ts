const EXPRESSION = /\$\{\{[\s\S]*?\}\}/g;

/**
 * The first text of `after` with an expression that `before` has nowhere, or undefined: code that
 * rewrites arguments may move the expressions that a person wrote, and no others.
 */
export function newExpression(before: unknown, after: unknown): string | undefined {
  const known = new Set(textsOf(before).flatMap((text) => text.match(EXPRESSION) ?? []));
  return textsOf(after).find((text) => {
    // Something stands in for each, so that what is around it does not join into another.
    const rest = [...known].sort((a, b) => b.length - a.length)
      .reduce((left, expression) => left.replaceAll(expression, "\0"), text);
    return rest.includes("${{");
  });
}

/** Every text in a value, the names of its members included. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}
