const BEGIN = "<!-- >>> svc: managed, do not edit -->";
const END = "<!-- <<< svc -->";

/**
 * A Markdown file with svc's part in it, between two marks: in the place of the part that was there, or
 * at the end. Everything else stays as it is, line ends too.
 */
export function withBlock(before: string, content: string): string {
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const block = `${BEGIN}\n${content.trimEnd()}\n${END}\n`.replaceAll("\n", eol);
  const begin = before.indexOf(BEGIN);
  const end = begin < 0 ? -1 : before.indexOf(END, begin);
  if (end >= 0) {
    const rest = before.slice(end + END.length).replace(/^\r?\n/, "");
    return before.slice(0, begin) + block + rest;
  }
  const gap = before === "" ? "" : before.endsWith("\n") ? eol : eol + eol;
  return before + gap + block;
}
