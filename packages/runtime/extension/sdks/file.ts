import { SvcError } from "@svc/core/error";
import {
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
  placeholderOf,
} from "@svc/core/permission";
import { parse } from "yaml";
import { z } from "zod";
import { KNOWN_SDKS } from "./known_sdks.ts";
import type { Sdk } from "./sdk.ts";

/** Whether an SDK may ask for a kind in one line. All others a person grants by themselves. */
const MAY_ASK = {
  net: true,
  run: false,
  env: true,
  read: true,
  write: false,
  sys: true,
  data: false,
  graft: false,
} as const satisfies { readonly [kind in PermissionKind]: boolean };

const KINDS = PERMISSION_KINDS.filter((kind) => MAY_ASK[kind]);

const entries = (kind: PermissionKind) =>
  z.array(
    z.string().superRefine((entry, context) => {
      const problem = permissionProblem(kind, entry);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      // An argument or a setting is the extension's, and so are those of its value.
      if (placeholderOf(kind, entry) !== undefined && !entry.startsWith("${env.")) {
        context.addIssue({ code: "custom", message: "may only use ${env.NAME}" });
      }
    }),
  ).max(50).default([]);

/** An SDK as a person writes it into their file. */
const sdkSchema = z.strictObject({
  packages: z.array(
    z.string().regex(
      /^(?:@[a-z0-9][\w.-]*\/(?:\*|[a-z0-9][\w.-]*)|[a-z0-9][\w.-]*)$/,
      "must be the name of an npm package, or @scope/*",
    ),
  ).min(1),
  asks: z.strictObject(
    Object.fromEntries(KINDS.map((kind) => [kind, entries(kind)])) as {
      [kind in PermissionKind as typeof MAY_ASK[kind] extends true ? kind : never]: ReturnType<
        typeof entries
      >;
    },
  ),
});

/** The whole file: SDKs by their name. */
const fileSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "must be a name in lower case such as 'acme-cloud'")
    .refine(
      (name) => KNOWN_SDKS.every((one) => one.name !== name),
      "is a built-in SDK; choose another name",
    ),
  sdkSchema,
);

/**
 * The SDKs of a person's file.
 *
 * @param path for errors
 * @throws SvcError `validation_failed` naming what is wrong
 */
export function parseSdks(text: string, path: string): Sdk[] {
  let content: unknown;
  try {
    content = parse(text, { schema: "core" }) ?? {};
  } catch (error) {
    throw invalid(path, (error as Error).message.split("\n")[0]!);
  }
  const read = fileSchema.safeParse(content);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(path, `${issue!.path.join(".")}: ${issue!.message}`);
  }
  return Object.entries(read.data).map(([name, { packages, asks }]) => ({
    name,
    packages,
    asks: Object.fromEntries(Object.entries(asks).filter(([, entries]) => entries.length > 0)),
    later: [],
  }));
}

function invalid(path: string, problem: string): SvcError {
  return new SvcError("validation_failed", `${path} cannot be used: ${problem}`, {
    hint: "Its form is in docs/using-extensions.md, under 'What it may do'.",
  });
}
