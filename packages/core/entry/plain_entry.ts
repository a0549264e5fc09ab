/** A path that a manifest lists, without `.` and empty segments: `./a//b/` is `a/b`. */
export function plainEntry(entry: string): string {
  return entry.split("/").filter((part) => part !== "" && part !== ".").join("/");
}
