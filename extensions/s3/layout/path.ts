/** The folder inside the cache folder that is the provider's own. */
export const OWN_FOLDER = ".svc-s3";

/**
 * Whether a path names a file inside the cache folder and not the provider's own folder: relative, with
 * `/`, without segments that lead elsewhere and without characters that some file system does not have.
 */
export function isFilePath(path: unknown): path is string {
  if (typeof path !== "string" || path.length === 0 || path.length > 1024) return false;
  if (!path.isWellFormed()) return false;
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x1f\x7f\\:*?"<>|]/.test(path)) return false;
  const segments = path.split("/");
  return segments[0]?.toLowerCase() !== OWN_FOLDER &&
    segments.every((segment) =>
      segment !== "" && segment.length <= 255 && !/^\.{1,2}$/.test(segment) &&
      !/[. ]$/.test(segment)
    );
}
