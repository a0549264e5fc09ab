import { SvcError } from "@svc/core/error";
import { isDiskFull } from "../../files/disk_full.ts";

/** Is told of each operation on the store: listing a folder, reading or writing a file of so many bytes. */
export type OnOperation = (operation: "list" | "read" | "write" | "remove", bytes: number) => void;

/** What a store's folder says when something is wrong with it, in words that help. */
export function storeError(path: string, error: unknown): unknown {
  if (error instanceof SvcError) return error;
  if (isDiskFull(error)) {
    return new SvcError("disk_full", `The disk of the datastore ${path} is full`, {
      hint:
        "Nothing is lost: what is not in the store is here. Free some space there and sync again.",
      cause: error,
    });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return new SvcError("datastore_failed", `The datastore ${path} cannot be written: ${code}`, {
      hint: "Nothing is lost. Ask for the right to write there, then sync again; " +
        "'svc datastore sync --pull' only reads.",
      cause: error,
    });
  }
  return error;
}
