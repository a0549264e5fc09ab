import { describePermissions } from "@svc/core/permission";
import { permissionRequest } from "../consent/request.ts";
import type { DescribedExtension } from "../extension/describe/describe.ts";
import { installPrepared, type PreparedInstall } from "../consent/installed/install_prepared.ts";
import { type Lockfile, readLockfile } from "../consent/installed/lockfile.ts";
import { lockExtensions } from "../consent/installed/settle.ts";
import type { VerifiedExtension } from "../consent/installed/extension.ts";
import { repositoryAt } from "../repository/repository.ts";

/** An extension with its bundles, as JSON holds it. */
export interface PlainExtension {
  extension: Omit<VerifiedExtension, "files"> & { files: [path: string, base64: string][] };
  descriptor: DescribedExtension["descriptor"];
  bundles: [entry: string, module: { code: string; map: string }][];
}

/** Puts bundled extensions into their places at once, as an install does after bundling. */
export async function place(
  root: string,
  config: string,
  ...plain: PlainExtension[]
): Promise<void> {
  const repository = repositoryAt(root, config);
  await using _lock = await lockExtensions(repository);
  const lockfile = await readLockfile(repository);
  await installPrepared(repository, plain.map((one) => placementOf(one, lockfile)));
}

function placementOf(
  { extension: { files, ...extension }, descriptor, bundles }: PlainExtension,
  lockfile: Lockfile,
): PreparedInstall {
  return {
    extension: {
      ...extension,
      files: new Map(files.map(([path, text]) => [path, { bytes: Uint8Array.fromBase64(text) }])),
    },
    described: { descriptor, bundles: new Map(bundles), chunks: new Map() },
    decision: {
      permissions: descriptor.permissions,
      shown: describePermissions(descriptor.permissions),
    },
    request: permissionRequest({ permissions: descriptor.permissions }),
    previous: lockfile[extension.manifest.name],
  };
}
