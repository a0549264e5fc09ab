/** What Deno wrote on stderr without colours, warnings about itself and its own stack. */
export function plainText(stderr: string): string {
  return stderr
    // deno-lint-ignore no-control-regex
    .replaceAll(/\x1b\[[0-9;]*m/g, "")
    .replace(/\n*Stack backtrace:[\s\S]*$/, "")
    .split("\n")
    .filter((line) => !/^(⚠️|Download |Bundled )/u.test(line))
    .join("\n")
    .trim();
}
