import { SvcError } from "@svc/core/error";
import { absolutePath, relativeInside } from "../base/files/path.ts";
import { listFolder, lstatIfPresent } from "../base/files/read.ts";
import { MARKER } from "../repository/repository.ts";

/** The real path of the old repository, which the new one must not be in. */
export async function sourceRoot(from: string, root: string): Promise<string> {
  const source = absolutePath(from);
  if (!(await lstatIfPresent(source))) {
    throw new SvcError("not_found", `${source} does not exist`, {
      hint: "Name the folder of the repository to import.",
    });
  }
  const real = await Deno.realPath(source);
  const target = await Deno.realPath(root).catch(() => root);
  if (real === target || relativeInside(real, target) !== undefined) {
    throw new SvcError("invalid_argument", `${root} is inside the repository to import`, {
      hint: "Make the new repository beside the old one: svc init ../new --from .",
    });
  }
  return real;
}

/** Refuses a new folder that holds something of its own where the import goes. */
export async function assertFresh(root: string): Promise<void> {
  const present = await lstatIfPresent(root);
  if (present !== undefined && !present.isDirectory) throw inTheWay(root);
  if (await lstatIfPresent(`${root}/${MARKER}`)) {
    throw new SvcError("already_exists", `${root} is a behavior repository already`, {
      hint: "Import into a new folder: svc init <new folder> --from <old folder>",
    });
  }
  for (const name of ["behaviors", "vaults", "extensions", ".svc"]) {
    if (await lstatIfPresent(`${root}/${name}`)) throw inTheWay(`${root}/${name}`);
  }
}

/** Refuses when something stands where a prepared folder goes. */
export async function assertFree(root: string, staging: string): Promise<void> {
  for (const { name } of await listFolder(`${staging}/new`)) {
    if (await lstatIfPresent(`${root}/${name}`)) throw inTheWay(`${root}/${name}`);
  }
}

function inTheWay(path: string): SvcError {
  return new SvcError("conflict", `${path} is in the way`, {
    hint: "Nothing is replaced. Import into a new folder, or move it away.",
  });
}
