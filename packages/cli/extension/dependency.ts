import { isCalVer } from "@svc/core/calver";
import { isSvcError, SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";

/** An entry of a manifest's `dependencies`. */
export interface WantedDependency {
  name: string;
  /** The version that is pinned exactly; undefined for the newest. */
  version: string | undefined;
}

/**
 * Reads a dependency: `@collective/name` and `@collective/name@<version>` as they stand. One with a
 * constraint before name or version, such as `^`, takes the newest version (extension format
 * reference 7.5).
 *
 * @throws SvcError `manifest_invalid` for what is neither.
 */
export function parseDependency(text: string): WantedDependency {
  const bare = text.trim().replace(/^[><=^~!\s]+/, "");
  const constrained = bare !== text.trim();
  try {
    const at = bare.indexOf("@", 1);
    const { name, version } = parseExtensionReference(bare);
    if (version === undefined || constrained || /^[><=^~!\s]/.test(version)) {
      return { name: at < 0 ? name.full : bare.slice(0, at), version: undefined };
    }
    if (isCalVer(version)) return { name: name.full, version };
  } catch (error) {
    if (!isSvcError(error)) throw error;
  }
  throw new SvcError("manifest_invalid", `'${text}' is not a dependency that svc can pull`, {
    hint: "Its author should write @collective/name, or @collective/name@YYYY.MM.DD.N.",
  });
}
