import type { Repository } from "@svc/runtime/repository";
import { mayRead, mayReadAll, type Rights } from "../../rights/rights.ts";

/**
 * The repository as somebody with these rights sees it: behaviors beyond them are as if they were not
 * there, for lists, totals, look-ups and refusals alike.
 */
export function viewOf(repository: Repository, rights: Rights): Repository {
  if (mayReadAll(rights)) return repository;
  return { ...repository, mayRead: (behavior) => mayRead(rights, behavior) };
}
