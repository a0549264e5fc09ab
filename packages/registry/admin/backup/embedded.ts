import { SvcError } from "@svc/core/error";
import type { Config } from "../../platform/config/mod.ts";

/**
 * Refuses to copy a store that is not in the data folder.
 *
 * @throws SvcError `usage` for a registry on Postgres
 */
export function assertEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === "") return;
  throw new SvcError("usage", "This registry is on Postgres, which has its own backups", {
    hint: "Use pg_dump and pg_restore. Copy the folder blobs/ after each dump, and keep the " +
      "server's secret apart from both.",
  });
}
