import { SvcError } from "@svc/core/error";

/** True for the error of a disk, or of a person's share of it, without room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/**
 * Does what needs room on the disk.
 *
 * @param state what is the case when there is none: `nothing was created`
 * @throws SvcError `disk_full`
 */
export async function withRoom<Result>(
  state: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new SvcError("disk_full", `The disk is full; ${state}`, {
      cause: error,
      hint: "Free some space, then try again.",
    });
  }
}
