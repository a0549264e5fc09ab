import { SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { absolutePath, relativeInside } from "../../../base/files/path.ts";
import { baseFolders } from "../../../repository/base_folders.ts";
import type { Repository } from "../../../repository/repository.ts";

/** Where a local vault finds its key. Paths are absolute. */
export interface LocalConfig {
  /** A key file of the person's own, outside the repository. */
  keyFile?: string;
  /** An SSH key that only secrets from before version 3 were made with. */
  sshKey?: string;
}

/**
 * Checks the `config` of a new local vault.
 *
 * @throws SvcError `invalid_argument`
 */
export function assertLocalConfig(repository: Repository, config: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(config)) {
    if (name === "key_file" || (name === "auto_generate" && value === true)) continue;
    const shown = visibleName(name.slice(0, 100));
    const hint = name === "ssh_key_path"
      ? "When an SSH key is replaced, the secrets would be lost. Use key_file=<path> for a key " +
        "file outside the repository; svc creates it."
      : "A local vault accepts only key_file=<path>, a key file outside the repository.";
    throw new SvcError("invalid_argument", `A new local vault does not accept '${shown}'`, {
      hint,
    });
  }
  readLocalConfig(repository, config);
}

/** What of a configuration matters here; what other tools wrote beside it does not. */
export function readLocalConfig(
  repository: Repository,
  config: Record<string, unknown>,
): LocalConfig {
  const keyFile = pathOf(repository, config, "key_file");
  const sshKey = pathOf(repository, config, "ssh_key_path") ?? usualSshKey(repository, config);
  if (keyFile !== undefined && relativeInside(repository.root, keyFile) !== undefined) {
    throw new SvcError("invalid_argument", `key_file ${keyFile} is in the repository`, {
      hint:
        "Name a file elsewhere, for example ~/.config/keys/team.key. Without key_file, the key " +
        "is in .svc, which git ignores.",
    });
  }
  return {
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(sshKey === undefined ? {} : { sshKey }),
  };
}

/** Without any of the three, earlier tools took this one. */
function usualSshKey(
  repository: Repository,
  { auto_generate, key_file }: Record<string, unknown>,
): string | undefined {
  const { home } = baseFolders(repository);
  const other = auto_generate === true || key_file !== undefined;
  return other || home === undefined ? undefined : `${home}/.ssh/id_rsa`;
}

function pathOf(
  repository: Repository,
  config: Record<string, unknown>,
  name: string,
): string | undefined {
  const value = config[name];
  if (value === undefined || value === null) return undefined;
  const { home } = baseFolders(repository);
  const whole = typeof value !== "string" || /\p{Cc}/u.test(value)
    ? undefined
    : value.startsWith("~/") && home !== undefined
    ? `${home}/${value.slice(2)}`
    : value;
  if (whole?.startsWith("/")) return absolutePath(whole);
  throw new SvcError("invalid_argument", `${name} of a local vault must be a path`, {
    hint: "Write the whole path, or start with ~/, for example ~/.config/keys/team.key.",
  });
}
