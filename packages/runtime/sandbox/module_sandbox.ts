import type { Permissions } from "@svc/core/permission";
import type { ModuleRecord } from "../extension/describe/record.ts";
import { enforcedPermissions, type PermissionInput } from "../consent/permissions/flags.ts";
import { proxyAddresses } from "../consent/permissions/proxies.ts";
import { TEMPORARY_NAMES } from "../base/files/temporary.ts";
import { childEnvironment } from "../base/process/environment.ts";
import type { Repository } from "../repository/repository.ts";
import { namedFolders } from "../extension/sources/base.ts";

/** What a module's process is started with, whatever of the module it runs. */
export interface ModuleSandbox {
  /** Absolute path of the bundle. */
  bundle: string;
  /** Folder of the extension's `additionalFiles`, which it may read. */
  filesRoot: string | undefined;
  permissionFlags: readonly string[];
  environment: Record<string, string>;
  /** True when it was granted programs. */
  startsPrograms: boolean;
}

/** A module that was admitted. */
type AdmittedRecord = ModuleRecord & { permissions: Permissions; denied?: Permissions };

/**
 * The sandbox of a module: its bundle, and its grants as flags.
 *
 * @param values what placeholders stand for, and the folders it has of its own
 * @throws SvcError `invalid_argument`, `permission_denied` as `enforcedPermissions` does.
 */
export async function moduleSandbox(
  repository: Repository,
  record: AdmittedRecord,
  values: Pick<PermissionInput, "globalArgs" | "config" | "scratch" | "exchange">,
): Promise<ModuleSandbox> {
  const { permissions, denied, origin } = record;
  const filesRoot = filesFolderOf(repository, record);
  const own = environmentOf(record);
  const { flags, environment, path } = enforcedPermissions({
    ...values,
    permissions,
    denied,
    repository,
    sources: await writtenSources(repository, permissions),
    filesRoot,
    proxies: permissions.net === undefined ? [] : await proxyAddresses(own),
  });
  return {
    bundle: bundlePath(repository, record),
    filesRoot,
    permissionFlags: flags,
    environment: {
      ...own,
      ...environment,
      ...Object.fromEntries(
        TEMPORARY_NAMES.filter((name) => name === "TMPDIR" || name in own)
          .map((name) => [name, values.scratch]),
      ),
      // A shell command finds what its person's shell finds.
      ...(path === undefined || origin === "builtin" ? {} : { PATH: path }),
    },
    startsPrograms: (permissions.run ?? []).length > 0,
  };
}

/** The folder of a module's additional files: elsewhere only for an extension that its person linked. */
export function filesFolderOf(
  { root }: Repository,
  { files, origin }: Pick<ModuleRecord, "files" | "origin">,
): string | undefined {
  if (files === undefined) return undefined;
  return origin === "local" && files.startsWith("/") ? files : `${root}/${files}`;
}

/** The folders of sources that a module which may write could change; found only for such a one. */
async function writtenSources(
  { root }: Repository,
  { write = [] }: Permissions,
): Promise<string[]> {
  return write.length > 0 ? await namedFolders(root, (name) => Deno.env.get(name)) : [];
}

function bundlePath({ state }: Repository, { folder, bundle }: ModuleRecord): string {
  return folder.startsWith("/") ? `${folder}/${bundle}` : `${state}/${folder}/${bundle}`;
}

/** A shell command is the user's own and sees what their shell would, except svc's own key. */
function environmentOf({ origin, permissions }: AdmittedRecord): Record<string, string> {
  if (origin !== "builtin") return childEnvironment(permissions.env);
  const { SVC_API_KEY: _, ...rest } = Deno.env.toObject();
  return { ...rest, ...childEnvironment() };
}
