import { isRelease } from "../../packages/core/release/mod.ts";

/** What a release is made of, as far as it can be wrong. */
interface Release {
  /** The version that was asked for. */
  version: string;
  /** The version in package.json. */
  packaged: string;
  /** The version that the client says. */
  said: string;
  /** The text of CHANGELOG.md. */
  changelog: string;
  /** What `git status --porcelain` prints. */
  changes: string;
}

/** Why a release cannot be made, and what to do; undefined where it can. */
export function refusalOf(
  { version, packaged, said, changelog, changes }: Release,
): string | undefined {
  if (!isRelease(version)) {
    return `'${version}' is not a version: write the day of the release, as in npm run release -- 2027.1.31`;
  }
  if (version !== packaged) {
    return `package.json has version ${packaged}, not ${version}: change it there, in package-lock.json ` +
      "and in packages/core/release/version.ts, and commit";
  }
  if (version !== said) {
    return `packages/core/release/version.ts has ${said}: change it to ${version}, and commit`;
  }
  if (notesOf(changelog, version) === undefined) {
    return `CHANGELOG.md has no entry: write '## [${version}] - <date>' with what users notice, and commit`;
  }
  if (changes !== "") return `the tree has changes that are not committed:\n${changes.trimEnd()}`;
  return undefined;
}

/** The notes of a version: its entry in CHANGELOG.md without the heading. Undefined for none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const heading = `## [${version}] - `;
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) =>
    line.startsWith(heading) && /^\d{4}-\d{2}-\d{2}$/.test(line.slice(heading.length))
  );
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  const notes = rest.slice(0, end === -1 ? undefined : end).join("\n").trim();
  return notes === "" ? undefined : `${notes}\n`;
}
