import type { Repository } from "../repository/repository.ts";
import { migrateSecrets, type Migration, type MigrationOptions } from "./migration/migrate.ts";
import { type OpenOptions, openProvider } from "./open.ts";

/** Moves a vault to another backend, see {@linkcode migrateSecrets}. */
export function migrateVault(
  repository: Repository,
  name: string,
  to: { type: string; config?: Record<string, unknown> },
  options: OpenOptions & Partial<MigrationOptions> = {},
): Promise<Migration> {
  const { open = (at, configuration) => openProvider(at, configuration, options), ...rest } =
    options;
  return migrateSecrets(repository, name, to, { open, ...rest });
}
