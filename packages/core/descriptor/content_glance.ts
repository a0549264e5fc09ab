/**
 * What an extension holds in a few words: `2 behavior types, 1 report`. Empty where it holds neither,
 * or where that is not known; an older registry does not say.
 */
export function contentGlance(
  counts: { behaviorTypes: number; reports: number } | null | undefined,
): string {
  const { behaviorTypes = 0, reports = 0 } = counts ?? {};
  return [counted(behaviorTypes, "behavior type"), counted(reports, "report")]
    .filter((text) => text !== "").join(", ");
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
