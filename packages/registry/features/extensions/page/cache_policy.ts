import { type CachePolicy, LISTED } from "../../../access/response_cache/mod.ts";
import { extensionPath } from "./address/extension_path.ts";

/**
 * Which pages of an extension are kept for strangers. They show other extensions as well: what it
 * depends on, what depends on it. There are many files, types and pairs of versions, which must not push
 * out what people open first.
 */
export function pageCachePolicy(pathname: string): CachePolicy | undefined {
  switch (extensionPath(pathname)?.part) {
    case undefined:
    case "settings":
    case "issues":
      return undefined;
    case "type":
    case "source":
    case "raw":
    case "diff":
      return { ...LISTED, free: true };
    default:
      return LISTED;
  }
}
