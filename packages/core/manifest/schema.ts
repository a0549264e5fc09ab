import { z } from "zod";
import { EXTENSION_NAME, EXTENSION_NAME_MAX } from "../name/extension.ts";
import { isCalVer } from "../calver/calver.ts";
import { LIMITS } from "../limit/limits.ts";
import {
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
} from "../permission/permission.ts";

/** Manifest keys that list content by kind; at least one must be non-empty. */
export const CONTENT_KINDS = [
  "models",
  "workflows",
  "vaults",
  "drivers",
  "datastores",
  "reports",
  "skills",
] as const;

const safePath = z.string().refine(
  (path) =>
    path !== "" && !path.startsWith("/") && !/\0/.test(path) && !/^[A-Za-z]:/.test(path) &&
    !path.split(/[/\\]/).includes(".."),
  "must be a relative path without '..'",
);
const paths = z.array(safePath).default([]);
const nonEmpty = z.string().min(1, "must not be empty");

const permissionList = (kind: PermissionKind) =>
  z.array(
    z.string().superRefine((entry, context) => {
      const problem = permissionProblem(kind, entry);
      if (problem) context.addIssue({ code: "custom", message: problem });
    }),
  ).optional();

/** The manifest, version 1 (extension format reference §1), with svc's optional additions. */
export const manifestSchema = z.object({
  manifestVersion: z.literal(1),
  name: z.string().max(EXTENSION_NAME_MAX).regex(
    EXTENSION_NAME,
    "must be @collective/name in lower-case letters, digits, '-' and '_'",
  ),
  version: z.string().refine(isCalVer, "must be YYYY.MM.DD.N with a date that exists"),
  description: z.string().optional(),
  repository: z.url("must be a URL").optional(),
  homepage: z.url("must be a URL").optional(),
  license: nonEmpty.optional(),
  paths: z.strictObject({ base: z.enum(["typedDir", "manifest"]).default("typedDir") })
    .default({ base: "typedDir" }),
  models: paths,
  workflows: paths,
  vaults: paths,
  drivers: paths,
  datastores: paths,
  reports: paths,
  skills: paths,
  include: paths,
  additionalFiles: paths,
  binaries: paths,
  platforms: z.array(nonEmpty).default([]),
  labels: z.array(nonEmpty).max(LIMITS.labels, `at most ${LIMITS.labels} labels`).default([]),
  releaseNotes: z.string().max(
    LIMITS.releaseNotesCharacters,
    `at most ${LIMITS.releaseNotesCharacters} characters`,
  ).optional(),
  dependencies: z.array(z.string().includes("/", { error: "must contain '/'" })).default([]),
  permissions: z.strictObject(
    Object.fromEntries(
      PERMISSION_KINDS.map((kind) => [kind, permissionList(kind)]),
    ) as Record<PermissionKind, ReturnType<typeof permissionList>>,
  ).optional(),
}).superRefine((manifest, context) => {
  if (CONTENT_KINDS.every((kind) => manifest[kind].length === 0)) {
    context.addIssue({
      code: "custom",
      path: ["models"],
      message: `at least one of ${CONTENT_KINDS.join(", ")} must list something`,
    });
  }
});

/** A parsed manifest: every list present, absent optional keys absent. */
export type Manifest = z.infer<typeof manifestSchema>;
