import { SvcError } from "@svc/core/error";

/** The refusal to replace what no pull wrote. */
export function inTheWay(paths: readonly string[]): SvcError {
  return new SvcError(
    "conflict",
    `Files that no pull wrote are in the way: ${paths.join(", ")}`,
    { hint: "Move it away, or add --force to replace it." },
  );
}

/** The refusal to overwrite somebody's work in a pulled extension. */
export function changedByHand(name: string, files: readonly string[]): SvcError {
  return new SvcError("conflict", `Files of ${name} were changed here since they were pulled`, {
    details: files.map((path) => ({ path, message: "would be overwritten" })),
    hint: "Keep your changes elsewhere, then do it again with --force.",
  });
}
