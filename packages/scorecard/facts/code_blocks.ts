const OPENER = /^```[\w-]*/gm;

/**
 * Counts the fenced code blocks of a markdown text as the rubric does: the non-overlapping matches
 * of `/^```[\w-]*\s*\n[\s\S]*?\n```/gm`, in time linear to the text. The expression itself takes
 * minutes on a README made of blank lines.
 */
export function countCodeBlocks(markdown: string): number {
  let count = 0;
  let closed = 0;
  for (const opener of markdown.matchAll(OPENER)) {
    if (opener.index < closed) continue;
    const end = closingFence(markdown, opener.index + opener[0].length);
    if (end === undefined) continue;
    count++;
    closed = end;
  }
  return count;
}

/** Where the block that opens before `from` ends, or undefined when it does not open or close. */
function closingFence(text: string, from: number): number | undefined {
  let first = -1;
  let last = -1;
  for (let at = from; at < text.length && /\s/.test(text[at]!); at++) {
    if (text[at] !== "\n") continue;
    if (first === -1) first = at;
    last = at;
  }
  if (last === -1) return undefined;
  const later = text.indexOf("\n```", last + 1);
  if (later !== -1) return later + 4;
  return first < last && text.startsWith("```", last + 1) ? last + 4 : undefined;
}
