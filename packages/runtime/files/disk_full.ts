/** True for the error of a disk, or of a person's share of it, without room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    (error.code === "ENOSPC" || error.code === "EDQUOT");
}
