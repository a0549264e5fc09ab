import type { BaseFolders } from "@svc/core/permission";
import type { Repository } from "./repository.ts";

/** What the paths of permissions start from, for this person in this repository. */
export function baseFolders({ root }: Pick<Repository, "root">): BaseFolders {
  const home = Deno.env.get("HOME");
  return { root, ...(home?.startsWith("/") ? { home } : {}) };
}
