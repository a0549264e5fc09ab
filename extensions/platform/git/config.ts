import { infoAt } from "../info_at.ts";
import { git, gitFields } from "./git.ts";

/** A setting as it stands in a file: key in git's form, and value. */
export type Setting = readonly [key: string, value: string];

/**
 * The settings in a configuration file. No repository is opened for it: what is asked is whether one
 * may be used.
 *
 * @param path absolute
 * @returns nothing when it is absent, undefined for what is not a plain file
 */
export async function settingsIn(
  path: string,
  signal: AbortSignal,
): Promise<Setting[] | undefined> {
  const info = await infoAt(path);
  if (info === undefined) return [];
  if (!info.isFile) return undefined;
  const listed = await git(["config", "--file", path, "--no-includes", "--null", "--list"], {
    cwd: path.slice(0, path.lastIndexOf("/")),
    signal,
    env: { GIT_DIR: "/dev/null" },
  });
  return gitFields(listed).map(settingOf);
}

/** A key without `=` has no value. */
function settingOf(field: string): Setting {
  const end = field.indexOf("\n");
  return end < 0 ? [field, "true"] : [field.slice(0, end), field.slice(end + 1)];
}
