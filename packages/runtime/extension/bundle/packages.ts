import { sha256Hex } from "../../base/files/digest.ts";
import { relativeInside } from "../../base/files/path.ts";
import { listFolder } from "../../base/files/read.ts";
import { ownFolder } from "../../base/process/deno_folder.ts";
import { lockedPackages } from "./lock.ts";

/** What of a `DENO_DIR` is kept: npm packages, and modules from jsr and the web. */
const PARTS = ["npm", "remote"];

/**
 * The packages that were fetched to bundle extensions from one registry. It is a folder of ours and
 * not the cache of the person's own projects, as that one may hold what is private to them.
 *
 * @param registry address of the npm registry
 * @param fallback absolute path that is used for a person without a home that can be written
 */
export async function packageFolder(registry: string, fallback: string) {
  const name = (await sha256Hex(registry)).slice(0, 16);
  const kept = `${ownFolder() ?? fallback}/packages/${name}`;
  const given = await made(kept) ? kept : `${fallback}/packages/${name}`;
  await Deno.mkdir(given, { recursive: true });
  // Permissions are held against real paths.
  const root = await Deno.realPath(given);
  return {
    root,
    /** Makes `denoDir` use the packages. */
    async linkInto(denoDir: string) {
      for (const part of PARTS) await link(`${root}/${part}`, `${denoDir}/${part}`);
    },
    /** The folders of the packages that a lock names, as far as they are here. */
    async foldersOf(lock: Uint8Array) {
      const packages = `${root}/npm`;
      const registries = await listFolder(packages);
      return lockedPackages(lock).flatMap((locked) =>
        registries.map(({ name }) => `${packages}/${name}/${folderOfPackage(locked)}`)
      );
    },
    holds: (path: string) => relativeInside(root, path) !== undefined,
  };
}

/** Makes a folder; false where the home is read-only, as in containers. */
async function made(path: string): Promise<boolean> {
  try {
    await Deno.mkdir(path, { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** The folder Deno keeps a package in; old names with capitals are encoded, as disks may fold them. */
function folderOfPackage(name: string): string {
  return name === name.toLowerCase() ? name : `_${base32(new TextEncoder().encode(name))}`;
}

/** RFC 4648 in lower case and without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits.map((five) => "abcdefghijklmnopqrstuvwxyz234567"[parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

async function link(target: string, path: string): Promise<void> {
  await Deno.mkdir(target, { recursive: true });
  // An earlier start of the bundler may have left an empty folder of that name.
  await Deno.remove(path, { recursive: true }).catch(() => {});
  await Deno.symlink(target, path);
}
