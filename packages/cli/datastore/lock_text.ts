import type { DatastoreLockState } from "@svc/runtime/datastores";

/** A lock in a line. */
export function lockText(
  { behavior, held, holder, pid, acquiredAt }: Omit<DatastoreLockState, "ttlMs">,
): string {
  const what = behavior ?? "everything";
  return held ? `${what}: held by ${holder}, process ${pid}, since ${acquiredAt}` : `${what}: free`;
}
