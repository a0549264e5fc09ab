/**
 * The 1-based lines on which `text` calls `import(...)`, outside comments, strings and templates.
 * `import.meta` and `import type` are no calls. Deno's own graph lists only imports of literals, and
 * those of computed names are the dangerous ones, hence this scan.
 */
export function dynamicImportLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const match of text.matchAll(TOKENS)) {
    if (match[0] === "\n") line++;
    else if (match.groups?.["call"] !== undefined) lines.push(line);
    if (match[0] !== "\n") line += match[0].split("\n").length - 1;
  }
  return lines;
}

/**
 * Comments and literals first, so that what stands inside them is skipped. A template with a call
 * inside `${}` is looked into by not skipping templates that hold `${`.
 */
const TOKENS = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`"(?:\\[\s\S]|[^"\\\n])*"`,
    String.raw`'(?:\\[\s\S]|[^'\\\n])*'`,
    "`(?:\\\\[\\s\\S]|\\$(?!\\{)|[^`\\\\$])*`",
    String.raw`(?<![\w$.])import(?<call>\s*(?:\/\*[\s\S]*?\*\/\s*)?\()`,
    String.raw`\n`,
  ].join("|"),
  "g",
);
