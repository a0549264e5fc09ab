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
import { kindRow } from "../permission/kinds.ts";
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

/** What {@linkcode manifestSchema} refuses of a path and an editor can tell, too. */
const SAFE_PATH = String.raw`^(?!/)(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$)).+$`;

const safePath = z.string().refine(
  (path) =>
    path !== "" && !path.startsWith("/") && !/^[A-Za-z]:/.test(path) &&
    !path.split(/[/\\]/).includes(".."),
  "must be a relative path without '..'",
).refine(
  (path) => new TextEncoder().encode(path).length <= pathBytes,
  `must have at most ${pathBytes} bytes`,
).superRefine(says(nameProblem)).meta({ pattern: SAFE_PATH });
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
    .describe(`${kindRow(kind).sentence}.`)
    .optional();

/**
 * The manifest, version 1 (extension format reference §1), with svc's optional additions. Editors show
 * the descriptions, and check what `meta` says of a rule that JSON Schema has no word for.
 */
export const manifestSchema = z.object({
  manifestVersion: z.literal(1).describe("The format of this file."),
  name: z.string().max(EXTENSION_NAME_MAX).regex(
    EXTENSION_NAME,
    "must be @collective/name in lower-case letters, digits, '-' and '_'",
  ).describe("@collective/name"),
  version: z.string().refine(isCalVer, "must be CalVer YYYY.MM.DD.N with a date that exists")
    .meta({
      pattern: String.raw`^\d{4}\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])\.(?:0|[1-9]\d{0,19})$`,
      description: "YYYY.MM.DD.N: a date, and a number that counts the versions of that day.",
    }),
  description: prose.describe("One or two sentences for people who search.").optional(),
  repository: z.url("must be a URL").describe("The address of the sources.").optional(),
  homepage: z.url("must be a URL").describe("The address of a page about it.").optional(),
  license: nonEmpty.describe("An SPDX identifier, such as MIT or Apache-2.0.").optional(),
  paths: z.strictObject({
    base: z.enum(["typedDir", "manifest"]).default("typedDir").describe(
      "What the paths are relative to: 'manifest' is the folder of this file, 'typedDir' the " +
        "repository's folder for each kind.",
    ),
  }).default({ base: "typedDir" }),
  models: paths.describe("Modules that define behavior types."),
  workflows: paths.describe("Workflows; they are published and not run."),
  vaults: paths.describe("Modules that define types of vaults."),
  drivers: paths.describe("Drivers; they are published and not run."),
  datastores: paths.describe("Modules that define types of datastores."),
  reports: paths.describe("Modules that define reports."),
  skills: paths.describe("Folders of skills for coding agents."),
  include: paths.describe("Further source files that the modules need."),
  additionalFiles: paths.describe("Files that are published as they are, such as README.md."),
  binaries: paths.describe("Files that may have any content."),
  platforms: z.array(nonEmpty).max(LIMITS.platforms, `at most ${LIMITS.platforms} platforms`)
    .default([]).describe("Where it works, such as linux-x86_64; nothing for everywhere."),
  labels: z.array(nonEmpty).max(LIMITS.labels, `at most ${LIMITS.labels} labels`).default([])
    .describe("Words that people filter by."),
  releaseNotes: prose.max(
    LIMITS.releaseNotesCharacters,
    `at most ${LIMITS.releaseNotesCharacters} characters`,
  ).describe("What is new in this version.").optional(),
  dependencies: z.array(
    nonEmpty.includes("/", { error: "must contain '/'" }).meta({ pattern: "/" }),
  )
    .max(LIMITS.dependencies, `at most ${LIMITS.dependencies} dependencies`).default([])
    .describe("Extensions that it needs: @collective/name, with @version where it matters."),
  permissions: z.strictObject(
    Object.fromEntries(
      PERMISSION_KINDS.map((kind) => [kind, permissionList(kind)]),
    ) as Record<PermissionKind, ReturnType<typeof permissionList>>,
  ).superRefine((permissions, context) => {
    const message = tooManyPermissions(permissions as Permissions);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  }).describe("What its code may do; everybody who installs it is asked.").optional(),
}).superRefine((manifest, context) => {
  if (CONTENT_KINDS.every((kind) => manifest[kind].length === 0)) {
    context.addIssue({
      code: "custom",
      path: ["models"],
      message: `at least one of ${CONTENT_KINDS.join(", ")} must list something`,
    });
  }
}).meta({
  anyOf: CONTENT_KINDS.map((kind) => ({
    required: [kind],
    properties: { [kind]: { minItems: 1 } },
  })),
});

/** A parsed manifest: every list present, absent optional keys absent. */
export type Manifest = z.infer<typeof manifestSchema>;
