import { arg } from "../frame/command.ts";
import { SvcError } from "@svc/core/error";
import { type Manifest, parseManifest } from "@svc/core/manifest";

/** The manifest as an argument. */
export const MANIFEST_PATH = arg("manifest-path", "<manifest-path>, or its folder", {
  default: "manifest.yaml",
  optional: true,
});

/**
 * Reads and checks a manifest.
 *
 * @throws SvcError `manifest_invalid` when it cannot be read or is wrong, with each `file:line`.
 */
export async function readManifest(path: string): Promise<Manifest> {
  const file = await manifestFile(path);
  try {
    return parseManifest(await Deno.readTextFile(file), file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new SvcError("manifest_invalid", `There is no manifest ${path}`, {
      hint: "Give the path of a manifest.yaml, or of the folder it is in.",
    });
  }
}

/** The manifest a path means: the file itself, or `manifest.yaml` in the folder. */
export async function manifestFile(path: string): Promise<string> {
  const found = await Deno.stat(path).catch(() => undefined);
  return found?.isDirectory ? `${path.replace(/\/+$/, "")}/manifest.yaml` : path;
}

/** The absolute path of the manifest that a path means, from a working folder. */
export async function absoluteIn(cwd: string, path: string): Promise<string> {
  return await manifestFile(path.startsWith("/") ? path : `${cwd}/${path}`);
}
