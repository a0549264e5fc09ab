import { nextCalVer } from "@svc/core/calver";
import { parseExtensionName } from "@svc/core/name";

/** The version of zod that a new extension imports; that of the client. */
export const ZOD_VERSION = "4.6.7";

/** What the templates of a new extension have between `{{` and `}}`. */
export interface NewExtension {
  /** `@collective/name`. */
  name: string;
  /** The type of a vault or a datastore, which has two parts. */
  type: string;
  /** The last part of the name. */
  slug: string;
  /** What its modules' names begin with. */
  module: string;
  /** The folder of its skill. */
  skill: string;
  /** CalVer. */
  version: string;
  /** The version of zod that it imports. */
  zod: string;
  /** Who the license names. */
  holder: string;
  year: string;
}

/** @throws SvcError `invalid_name` */
export function newExtension(name: string, now: Date): NewExtension {
  const { collective: holder, rest } = parseExtensionName(name);
  const slug = rest.slice(rest.lastIndexOf("/") + 1);
  return {
    name,
    type: `@${holder}/${slug}`,
    slug,
    // Files that begin with '_' or end in '_test.ts' are no modules of an extension.
    module: slug.replaceAll("-", "_").replace(/^_+/, "").replace(/_test$/, "") || "main",
    // The form in which coding agents take the names of skills.
    skill: slug.replaceAll("_", "-").replaceAll(/^-+|-+$/g, "").slice(0, 64) || "skill",
    version: nextCalVer(now),
    zod: ZOD_VERSION,
    holder,
    year: String(now.getUTCFullYear()),
  };
}
