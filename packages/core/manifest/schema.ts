import { z } from "zod";
import { EXTENSION_NAME, EXTENSION_NAME_MAX } from "../name/extension.ts";
import { isCalVer } from "../calver/calver.ts";
import { LIMITS } from "../limit/limits.ts";
import {
  PERMISSION_KINDS,
  type PermissionKind,
  type Permissions,
} from "../permission/permission.ts";
import { permissionProblem, tooManyPermissions } from "../permission/entry.ts";
import { nameProblem, textProblem } from "../text/plain.ts";

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

const { pathBytes, files } = LIMITS.archive;

const safePath = z.string().refine(
  (path) =>
    path !== "" && !path.startsWith("/") && !/^[A-Za-z]:/.test(path) &&
    !path.split(/[/\\]/).includes(".."),
  "must be a relative path without '..'",
).refine(
  (path) => new TextEncoder().encode(path).length <= pathBytes,
  `must have at most ${pathBytes} bytes`,
).superRefine(says(nameProblem));
const paths = z.array(safePath).max(files, `at most ${files} files`).default([]);
const nonEmpty = z.string().min(1, "must not be empty").max(
  LIMITS.manifestWordCharacters,
  `at most ${LIMITS.manifestWordCharacters} characters`,
).superRefine(says(nameProblem));
/** Text of several lines. */
const prose = z.string().superRefine(says(textProblem));

/** A check that reports what a function finds wrong. */
function says(problem: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const found = problem(text);
    if (found !== undefined) context.addIssue({ code: "custom", message: found });
  };
}

const permissionList = (kind: PermissionKind) =>
  z.array(z.string().superRefine(says((entry) => permissionProblem(kind, entry))))
    .max(LIMITS.permissions.perKind, `at most ${LIMITS.permissions.perKind} entries`)
    .optional();

/** The manifest, version 1 (extension format reference §1), with svc's optional additions. */
export const manifestSchema = z.object({
  manifestVersion: z.literal(1),
  name: z.string().max(EXTENSION_NAME_MAX).regex(
    EXTENSION_NAME,
    "must be @collective/name in lower-case letters, digits, '-' and '_'",
  ),
  version: z.string().refine(isCalVer, "must be CalVer YYYY.MM.DD.N with a date that exists"),
  description: prose.optional(),
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
  platforms: z.array(nonEmpty).max(LIMITS.platforms, `at most ${LIMITS.platforms} platforms`)
    .default([]),
  labels: z.array(nonEmpty).max(LIMITS.labels, `at most ${LIMITS.labels} labels`).default([]),
  releaseNotes: prose.max(
    LIMITS.releaseNotesCharacters,
    `at most ${LIMITS.releaseNotesCharacters} characters`,
  ).optional(),
  dependencies: z.array(nonEmpty.includes("/", { error: "must contain '/'" }))
    .max(LIMITS.dependencies, `at most ${LIMITS.dependencies} dependencies`).default([]),
  permissions: z.strictObject(
    Object.fromEntries(
      PERMISSION_KINDS.map((kind) => [kind, permissionList(kind)]),
    ) as Record<PermissionKind, ReturnType<typeof permissionList>>,
  ).superRefine((permissions, context) => {
    const message = tooManyPermissions(permissions as Permissions);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  }).optional(),
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
