import { SvcError } from "@svc/core/error";

/** The refusal to replace what no pull wrote. */
export function inTheWay(paths: readonly string[]): SvcError {
  return new SvcError(
    "conflict",
    `Existing files would be overwritten: ${paths.join(", ")}`,
    { hint: "Move them away, or overwrite them with --force." },
  );
}

/** The refusal to overwrite somebody's work in a pulled extension. */
export function changedByHand(name: string, files: readonly string[]): SvcError {
  return new SvcError("conflict", `Files of ${name} were changed here since they were pulled`, {
    details: files.map((path) => ({ path, message: "would be overwritten" })),
    hint: "Save your changes elsewhere, then run it again with --force.",
  });
}
