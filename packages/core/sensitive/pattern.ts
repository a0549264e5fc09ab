/** One place of a pattern: a character, an escape, a class or a dot, perhaps repeated. */
const ATOM = String
  .raw`(?:[^\\^$.*+?()[\]{}|]|\\[dwsDWS.\-/_$]|\[\^?(?:[^\\\][]|\\[dws.\-/])+\]|\.)`;
const REPEAT = String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})`;
const SIMPLE = new RegExp(String.raw`^\^?(?:${ATOM})*(?:${ATOM}${REPEAT})?(?:${ATOM})*\$?$`);

/** Longer names and patterns are not tried. */
const LONGEST = 500;

/**
 * Whether the name of a property fits a stranger's regular expression, or undefined when finding out
 * might take long: only patterns with at most one repetition and no group are tried.
 */
export function nameFits(pattern: string, name: string): boolean | undefined {
  if (pattern.length > LONGEST || name.length > LONGEST || !SIMPLE.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return undefined;
  }
}
