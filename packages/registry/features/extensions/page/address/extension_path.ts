import { isCalVer } from "@svc/core/calver";
import { tryParseExtensionName } from "@svc/core/name";

/** The tabs of an extension's page that have an address of their own. */
export const TABS = ["versions", "files", "score", "dependencies", "settings"] as const;

/** A tab of an extension's page. */
export type Tab = typeof TABS[number];

/** What an address below `/extensions/` asks for. Names and versions are as written, not yet known. */
export type ExtensionPath =
  & { name: string }
  & (
    | { part: "overview" | "badge.svg" | "versions.atom" }
    /** `whole` is the address as one name: an extension may be called `@a/b/files`. */
    | { part: Tab | "issues"; whole: string }
    | { part: "version"; version: string }
    /** A behavior type, as the version describes it; without one, as the newest does. */
    | { part: "type"; version: string | undefined; type: string }
    /** The tree, or one file of it. */
    | { part: "source"; version: string; file: string | undefined }
    | { part: "raw"; version: string; file: string }
    /** What changed since `from`, the version before unless given; all files, or one. */
    | { part: "diff"; version: string; from: string | undefined; file: string | undefined }
  );

/**
 * Reads an address such as `/extensions/@a/b`, `/extensions/%40a%2Fb/versions` or
 * `/extensions/@a/b/2026.01.01.1/files/models/b.ts`. A name has no dots, so a segment with dots ends
 * it. Undefined when no name is given, the escapes are broken, or nothing has such an address.
 */
export function extensionPath(pathname: string): ExtensionPath | undefined {
  let rest: string;
  try {
    rest = decodeURIComponent(pathname.slice("/extensions/".length)).replace(/\/$/, "");
  } catch {
    return undefined;
  }
  if (rest === "") return undefined;
  const segments = rest.split("/");
  const type = typePath(segments);
  if (type !== undefined) return type;
  const end = segments.findIndex((segment) => segment.includes("."));
  if (end < 0) return unversioned(rest, segments);
  const name = segments.slice(0, end).join("/");
  const [first, part, ...further] = segments.slice(end) as [string, ...string[]];
  if (first === "badge.svg" || first === "versions.atom") {
    return part === undefined ? { name, part: first } : undefined;
  }
  return isCalVer(first) ? versioned(name, first, part, further) : { name: rest, part: "overview" };
}

/** `@a/b/types/@a/c`: in no extension's name does a second segment begin with `@`. */
function typePath(segments: string[]): ExtensionPath | undefined {
  const at = segments.findIndex((part, index) =>
    part === "types" && segments[index + 1]?.startsWith("@")
  );
  if (at < 0) return undefined;
  const before = segments.slice(0, at);
  const version = before.length > 0 && isCalVer(before.at(-1)!) ? before.pop() : undefined;
  const name = before.join("/");
  if (tryParseExtensionName(name) === undefined) return undefined;
  return { name, part: "type", version, type: segments.slice(at + 1).join("/") };
}

function unversioned(whole: string, segments: string[]): ExtensionPath {
  const name = segments.slice(0, -1).join("/");
  const part = ([...TABS, "issues"] as const).find((tab) => tab === segments.at(-1));
  return part === undefined || tryParseExtensionName(name) === undefined
    ? { name: whole, part: "overview" }
    : { name, part, whole };
}

function versioned(
  name: string,
  version: string,
  part: string | undefined,
  further: string[],
): ExtensionPath | undefined {
  const file = further.length === 0 ? undefined : further.join("/");
  switch (part) {
    case undefined:
      return { name, part: "version", version };
    case "files":
      return { name, part: "source", version, file };
    case "raw":
      return file === undefined ? undefined : { name, part: "raw", version, file };
    case "diff": {
      const [from, ...path] = further;
      if (from !== undefined && !isCalVer(from)) return undefined;
      return {
        name,
        part: "diff",
        version,
        from,
        file: path.length === 0 ? undefined : path.join("/"),
      };
    }
    default:
      return undefined;
  }
}
