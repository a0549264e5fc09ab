import type { ErrorCode } from "./codes.ts";
import { isSvcError, SvcError } from "./error.ts";

/** What the system may refuse wherever a file is read or written, by its code. */
const REFUSED_BY_SYSTEM: readonly {
  codes: readonly string[];
  code: ErrorCode;
  what: string;
  hint: string;
}[] = [
  {
    codes: ["ENOSPC", "EDQUOT"],
    code: "disk_full",
    what: "The disk is full",
    hint: "Free some space and run it again; what was there before is untouched.",
  },
  {
    codes: ["EEXIST", "ENOTDIR", "EISDIR", "ELOOP"],
    code: "conflict",
    what: "A file or folder is in the way",
    hint: "Move it away and run it again.",
  },
  {
    codes: ["EACCES", "EPERM", "EROFS"],
    code: "file_access_denied",
    what: "Permission denied by the operating system",
    hint:
      "Check who owns the file and its folder, their modes, and that the disk is not read-only.",
  },
];

const CONFIG_HINT = " XDG_CONFIG_HOME names another folder than ~/.config.";

/** What the operating system refused, said for people; undefined for any other error. */
export function systemRefusal(thrown: unknown): SvcError | undefined {
  if (isSvcError(thrown) || !(thrown instanceof Error) || !("code" in thrown)) return undefined;
  const row = REFUSED_BY_SYSTEM.find(({ codes }) => codes.includes(String(thrown.code)));
  if (row === undefined) return undefined;
  const isConfig = row.code === "file_access_denied" && thrown.message.includes("/.config/");
  return new SvcError(row.code, `${row.what}: ${thrown.message}`, {
    hint: row.hint + (isConfig ? CONFIG_HINT : ""),
    cause: thrown,
  });
}
