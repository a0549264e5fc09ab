/** Paths as one value of a permission flag; Deno reads two commas as one of the path's own. */
export function commaEscaped(paths: readonly string[]): string {
  return paths.map((path) => path.replaceAll(",", ",,")).join(",");
}
