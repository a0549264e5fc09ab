// Changes the pulled extensions of a repository. Just before each change of the file system it copies
// what a kill would leave behind there, so that a test can go on from every place there is; or it
// does kill itself, before the change whose number is given.
import { describePermissions } from "@svc/core/permission";
import { permissionRequest } from "../consent/request.ts";
import type { DescribedExtension } from "../extension/describe/describe.ts";
import { installPrepared, type PreparedInstall } from "../consent/installed/install_prepared.ts";
import { type Lockfile, readLockfile } from "../consent/installed/lockfile.ts";
import { removeExtension } from "../consent/installed/remove.ts";
import { lockExtensions } from "../consent/installed/settle.ts";
import type { VerifiedExtension } from "../consent/installed/extension.ts";
import { repositoryAt } from "../repository/repository.ts";
import { copyFolder } from "./copied.ts";
import { beforeEachChange } from "./each_change.ts";

/** What to do where, and how far. */
export interface KilledChange {
  root: string;
  config: string;
  /** Extensions to put in their places at once, already bundled; without any, `remove` is removed. */
  place?: PlainExtension[];
  remove?: string;
  /** A folder that gets a copy of the folder `work` before each change, named by its number. */
  copies?: { work: string; to: string };
  /** The change of the file system that does not happen any more. */
  killBefore?: number;
}

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

if (import.meta.main) {
  const task = JSON.parse(await Deno.readTextFile(Deno.args[0]!)) as KilledChange;
  const { copies, killBefore } = task;
  const changes = beforeEachChange([task.root, task.config], (number) => {
    if (copies) copyFolder(copies.work, `${copies.to}/${number}`);
    if (number === killBefore) Deno.kill(Deno.pid, "SIGKILL");
  });
  if (task.place) await place(task.root, task.config, ...task.place);
  else await removeExtension(repositoryAt(task.root, task.config), task.remove!);
  await Deno.stdout.write(new TextEncoder().encode(`${changes()}\n`));
}
