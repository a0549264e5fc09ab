import type { Migration } from "kysely/migration";
import { extensions } from "./extensions.ts";
import { identity } from "./identity.ts";
import { jobs } from "./jobs.ts";
import { search } from "./search.ts";

/** Every migration, in the order they run. Append only: a name that has run never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001_identity": identity,
  "0002_extensions": extensions,
  "0003_search": search,
  "0004_jobs": jobs,
};
