import type { Places } from "@svc/core/permission";
import type { Repository } from "./repository.ts";

/** What the paths of permissions start from, for this person in this repository. */
export function placesOf({ root }: Pick<Repository, "root">): Places {
  const home = Deno.env.get("HOME");
  return { root, ...(home?.startsWith("/") ? { home } : {}) };
}
