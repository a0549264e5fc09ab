/** The version of this release, the same as in the root `package.json` (a test keeps them equal). */
export const VERSION = "2026.11.21";

/** Year, month and day without zeros in front, which npm takes for a version as well. */
const FORM = /^([1-9]\d{3})\.([1-9]\d?)\.([1-9]\d?)$/;

/** True for a version that a release of svc may have: `2026.11.21`. */
export function isRelease(text: string): boolean {
  return FORM.test(text);
}

/** Negative, zero or positive as release `a` is older than, equal to or newer than `b`. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  const differs = left!.findIndex((part, index) => part !== right![index]);
  return differs === -1 ? 0 : left![differs]! - right![differs]!;
}
