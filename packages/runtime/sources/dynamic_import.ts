/**
 * The 1-based lines on which `text` calls `import(...)` with anything but a plain literal, outside
 * comments, strings and templates. Literals are in Deno's own graph, where a type and a value differ;
 * computed names are not.
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
    String.raw`(?<![\w$.])import(?<call>\s*(?:\/\*[\s\S]*?\*\/\s*)?\()(?!\s*["'])`,
    String.raw`\n`,
  ].join("|"),
  "g",
);
