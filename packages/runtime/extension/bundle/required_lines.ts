/** What Deno writes in the place of the bundler's `__require`. */
const WRITTEN = /^import \{ createRequire as __deno_internal_\w+ \} from \S+;$/m;

/** The bundler's lines, and how many fewer Deno's are. */
const LINES = 6;
const FEWER = 3;

/** The map for bundled code in which Deno has written `__require` again, without telling the map. */
export function withRequiredLines(code: string, map: string): string {
  const at = code.search(WRITTEN);
  if (at === -1) return map;
  const { mappings, ...rest } = JSON.parse(map) as { mappings: string };
  const lines = mappings.split(";");
  const line = code.slice(0, at).split("\n").length - 1;
  // Of its own code the bundler maps nothing: what is mapped here is something else.
  if (lines.slice(line, line + LINES).some((mapped) => mapped !== "")) return map;
  return JSON.stringify({ ...rest, mappings: lines.toSpliced(line, FEWER).join(";") });
}
