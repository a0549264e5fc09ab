import {
  type Grant,
  type PermissionKind,
  permissionProblem,
  type Permissions,
  placeholderOf,
} from "@svc/core/permission";
import { z } from "zod";

/** What an SDK needs, which a person is asked about in one line. */
export interface Sdk {
  /** What it is called in `--allow sdk:NAME`. */
  name: string;
  /** Its npm packages: a name, or `@scope/*`. What they and only they bring is asked for in its line. */
  packages: readonly string[];
  /** Those of them that read credentials: with their code it is asked for. All of them when absent. */
  signsIn?: readonly string[];
  /** What is asked for, in words for who grants it; absent where its entries are to be named. */
  says?: string;
  /** What is granted when a person agrees to it. */
  asks: Permissions;
  /** What its code also names, which is asked for when a run needs it, with when that is. */
  later: readonly Later[];
}

/** A permission that no pull asks for. */
export interface Later extends Grant {
  when: string;
}

/** The kinds that an SDK may ask for in one line. All others a person grants by themselves. */
const KINDS = ["net", "env", "read", "sys"] as const satisfies readonly PermissionKind[];

const entries = (kind: PermissionKind) =>
  z.array(
    z.string().superRefine((entry, context) => {
      const problem = permissionProblem(kind, entry);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      // An argument or a setting is the extension's, and so are those of its value.
      if (placeholderOf(kind, entry) !== undefined && !entry.startsWith("${env.")) {
        context.addIssue({ code: "custom", message: "may only be filled in by ${env.NAME}" });
      }
    }),
  ).max(50).default([]);

/** An SDK as a person writes it into their file. */
export const sdkSchema = z.strictObject({
  packages: z.array(
    z.string().regex(
      /^(?:@[a-z0-9][\w.-]*\/(?:\*|[a-z0-9][\w.-]*)|[a-z0-9][\w.-]*)$/,
      "must be the name of an npm package, or @scope/*",
    ),
  ).min(1),
  asks: z.strictObject(
    Object.fromEntries(KINDS.map((kind) => [kind, entries(kind)])) as Record<
      typeof KINDS[number],
      ReturnType<typeof entries>
    >,
  ),
});

/** True for a package that the list names: by its name, or as one of a scope. */
export function isListed(packages: readonly string[], name: string): boolean {
  return packages.some((one) =>
    one.endsWith("/*") ? name.startsWith(one.slice(0, -1)) : one === name
  );
}
