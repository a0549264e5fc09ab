import { type Descriptor, descriptorSchema } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { assertModestJson } from "@svc/core/json";
import type { Manifest } from "@svc/core/manifest";
import { permissionLines, type Permissions } from "@svc/core/permission";
import { nameProblem, textProblem, visibleName } from "@svc/core/text";
import { z } from "zod";
import { ARCHIVE_ROOT, type ArchiveFile, DESCRIPTOR_FILE } from "./archive.ts";
import { refuse } from "./refusal.ts";

/** A check that reports what a function finds wrong. */
function says(problem: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  };
}

const CHECKED = descriptorSchema(
  z.string().min(1).max(200).superRefine(says(nameProblem)),
  z.string().max(20_000).superRefine(says(textProblem)),
);

/**
 * Reads the descriptor an archive carries. It was made on a stranger's machine, so its shape is
 * checked, its permissions must be the manifest's, and what it describes must be in the archive.
 *
 * @throws SvcError `archive_invalid` with each wrong field
 */
export function parseDescriptor(
  text: string,
  files: ReadonlyMap<string, ArchiveFile>,
  manifest: Manifest,
): Descriptor {
  const entry = `${ARCHIVE_ROOT}${DESCRIPTOR_FILE}`;
  let json: unknown;
  try {
    assertModestJson(text);
    json = JSON.parse(text);
  } catch (cause) {
    throw refuse(
      "archive_invalid",
      entry,
      isSvcError(cause) ? cause.message : "is not JSON",
      cause,
    );
  }
  const parsed = CHECKED.safeParse(json);
  if (!parsed.success) {
    const first = parsed.error.issues[0]!;
    throw refuse(
      "archive_invalid",
      entry,
      `at ${visibleName(first.path.join(".") || ".")}: ${first.message}`,
    );
  }
  const descriptor = parsed.data;
  const assertThere = (file: string) => {
    if (files.has(file)) return;
    throw refuse("archive_invalid", entry, `describes ${file}, which is missing`);
  };
  for (const kind of ["models", "reports", "vaults", "datastores"] as const) {
    for (const item of descriptor[kind]) assertThere(`${kind}/${item.file}`);
  }
  for (const graft of descriptor.grafts ?? []) assertThere(`models/${graft.file}`);
  const asked = permissionLines((manifest.permissions ?? {}) as Permissions).sort().join("\n");
  if (permissionLines(descriptor.permissions).sort().join("\n") !== asked) {
    throw refuse("archive_invalid", entry, "names other permissions than the manifest");
  }
  return descriptor;
}
