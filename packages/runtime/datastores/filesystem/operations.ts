import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { isAbsent } from "../../base/files/read.ts";

/** Is told of each operation on the store: listing a folder, reading or writing a file of so many bytes. */
export type OnOperation = (operation: "list" | "read" | "write" | "remove", bytes: number) => void;

const NOT_MOUNTED = "Is the share mounted? 'svc datastore setup filesystem --help' shows how to " +
  "choose another folder.";

/** What a system says of a share that went away. */
const AWAY: ReadonlySet<string> = new Set([
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EIO",
  "ENETUNREACH",
  "ENODEV",
  "ENOTCONN",
  "ESTALE",
  "ETIMEDOUT",
]);

/** What a store's folder says when something is wrong with it, in words that help. */
export function storeError(path: string, error: unknown): unknown {
  if (error instanceof SvcError) return error;
  if (isDiskFull(error)) {
    return new SvcError("disk_full", `The disk of the datastore ${path} is full`, {
      hint: "Nothing is lost: what is not in the store is on this machine. Free some space there " +
        "and sync again.",
      cause: error,
    });
  }
  const code = codeOf(error);
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return new SvcError("datastore_failed", `The datastore ${path} cannot be written: ${code}`, {
      hint: "Nothing is lost. Ask for write access, then sync again; " +
        "'svc datastore sync --pull' only reads.",
      cause: error,
    });
  }
  return awayError(path, error);
}

/** Says so when a share went away; another error stays as it is. */
export function awayError(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SvcError || !AWAY.has(code)) return error;
  return new SvcError("datastore_failed", `The datastore ${path} does not answer: ${code}`, {
    hint: NOT_MOUNTED,
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/**
 * Refuses a store whose folder is not there.
 *
 * @throws SvcError `datastore_failed`
 */
export function assertStore(path: string): void {
  const why = whyNoStore(path);
  if (why !== undefined) {
    throw new SvcError("datastore_failed", why, {
      hint: `If it is new, create it: mkdir -p ${shellWord(path)}. ${NOT_MOUNTED}`,
    });
  }
}

function whyNoStore(path: string): string | undefined {
  try {
    return Deno.statSync(path).isDirectory
      ? undefined
      : `The datastore ${path} is a file, not a folder`;
  } catch (error) {
    if (isAbsent(error)) return `The datastore ${path} does not exist`;
    throw storeError(path, error);
  }
}
