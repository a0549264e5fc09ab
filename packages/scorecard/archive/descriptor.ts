import type { Descriptor } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { assertModestJson } from "@svc/core/json";
import type { Manifest } from "@svc/core/manifest";
import { PERMISSION_KINDS, permissionLines, type Permissions } from "@svc/core/permission";
import { nameProblem, textProblem, visibleName } from "@svc/core/text";
import { z } from "zod";
import { ARCHIVE_ROOT, type ArchiveFile, DESCRIPTOR_FILE } from "./archive.ts";
import { refuse } from "./refusal.ts";

const jsonSchema = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(200).superRefine(says(nameProblem));
const description = z.string().max(20_000).superRefine(says(textProblem));

/** A check that reports what a function finds wrong. */
function says(problem: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  };
}

const outputBase = {
  specName: name,
  description: description.optional(),
  lifetime: z.string().min(1),
  garbageCollection: z.union([z.int(), z.string()]),
  tags: z.record(z.string(), z.string()).optional(),
};

const output = z.discriminatedUnion("kind", [
  z.object({
    ...outputBase,
    kind: z.literal("resource"),
    schema: jsonSchema,
    input: jsonSchema.optional(),
    sensitiveOutput: z.boolean().optional(),
    vaultName: z.string().optional(),
  }),
  z.object({
    ...outputBase,
    kind: z.literal("file"),
    contentType: z.string().min(1),
    streaming: z.boolean().optional(),
  }),
]);

const provider = z.object({
  file: name,
  type: name,
  name,
  description,
  configSchema: jsonSchema.optional(),
  configInput: jsonSchema.optional(),
});

const method = z.object({
  name,
  description,
  kind: z.string().optional(),
  rollbackOnFailure: z.boolean().optional(),
  arguments: jsonSchema,
  input: jsonSchema.optional(),
});

const check = z.object({
  name,
  description,
  labels: z.array(name).optional(),
  appliesTo: z.array(name).optional(),
});

const upgrade = z.object({ toVersion: name, description });

const descriptorSchema = z.object({
  descriptorVersion: z.literal(1),
  models: z.array(z.object({
    file: name,
    type: name,
    version: name,
    globalArguments: jsonSchema.optional(),
    globalInput: jsonSchema.optional(),
    dataOutputSpecs: z.array(output),
    methods: z.array(method),
    checks: z.array(check).optional(),
    upgrades: z.array(upgrade).optional(),
    reports: z.array(name).optional(),
  })),
  grafts: z.array(z.object({
    file: name,
    type: name,
    dataOutputSpecs: z.array(output),
    methods: z.array(method),
    checks: z.array(check).optional(),
  })).optional(),
  reports: z.array(z.object({
    file: name,
    name,
    description,
    scope: z.enum(["method", "model", "workflow"]),
    labels: z.array(z.string()),
  })),
  vaults: z.array(provider),
  datastores: z.array(provider),
  permissions: z.strictObject(
    Object.fromEntries(PERMISSION_KINDS.map((kind) => [kind, z.array(z.string()).optional()])),
  ),
});

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
  const parsed = descriptorSchema.safeParse(json);
  if (!parsed.success) {
    const first = parsed.error.issues[0]!;
    throw refuse(
      "archive_invalid",
      entry,
      `at ${visibleName(first.path.join(".") || ".")}: ${first.message}`,
    );
  }
  const descriptor = parsed.data as Descriptor;
  const assertThere = (file: string) => {
    if (files.has(file)) return;
    throw refuse("archive_invalid", entry, `describes ${file}, which is absent`);
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
