import { SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { sha256Hex } from "../../../base/files/digest.ts";
import { INSTALLATION } from "../../../base/files/installation.ts";

/** The Deno of this release, and where in its folder it looks for its bundler before it fetches one. */
export const DENO = { version: "2.9.6", place: "dl/esbuild-0.25.5-1" };

/**
 * The bundler that this Deno works with: the SHA-256 of `bin/esbuild` in `@esbuild/<system>` 0.25.5, of
 * which svc depends. Whatever else comes under that name and version is not started.
 */
export const SUMS: Readonly<Record<string, string>> = {
  "darwin-arm64": "58d144357454bca840167171380785b133b1e5e682d0c51afa8c80158bfd3f8a",
  "darwin-x64": "e7b2a105f88836f1e080a76180e5cd8e59d1c22f6575d63f5a77a104954c427e",
  "linux-arm64": "d6d656d9326ce1c55c01f73604a3cffda35c63cce60016e9ed795ac91cd1e67d",
  "linux-x64": "3331e0b23c99d93d9a39e436a4838de40ca1c95ac3bcbd9874ba169d8545b634",
};

const SYSTEM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;

/** Becomes the program, confined. */
const CONFINED = siblingPath(import.meta, "confined.ts");

/**
 * Has the Deno that uses `denoDir` bundle with svc's own bundler, so that it fetches none. Each start
 * of it is confined: it can open no file (`confined.ts`).
 *
 * @param root absolute path of the folder whose `node_modules` or surroundings hold the bundler
 * @returns variables for that Deno
 * @throws SvcError `bundle_failed` when the bundler is missing or is another program
 */
export async function linkBundler(
  denoDir: string,
  root = INSTALLATION,
): Promise<Record<string, string>> {
  if (Deno.version.deno !== DENO.version) {
    throw new SvcError(
      "bundle_failed",
      `svc bundles with Deno ${DENO.version}, and this is Deno ${Deno.version.deno}`,
      { hint: "Unset SVC_DENO, or name a Deno of that version." },
    );
  }
  const program = await checkedProgram(root);
  const folder = `${denoDir}/${DENO.place}`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.symlink(`${INSTALLATION}/bin/bundler`, `${folder}/esbuild-${SYSTEM}`);
  return {
    SVC_BUNDLER_DENO: Deno.execPath(),
    SVC_BUNDLER_START: CONFINED,
    SVC_BUNDLER_PROGRAM: program,
  };
}

/** The program, where npm or install.sh put it, if it is the one that svc was made with. */
async function checkedProgram(root: string): Promise<string> {
  const name = `@esbuild/${SYSTEM}`;
  let found: string | undefined;
  for (const folder of ["node_modules", "..", "../.."]) {
    const path = `${root}/${folder}/${name}/bin/esbuild`;
    const bytes = await Deno.readFile(path).catch(() => undefined);
    if (bytes === undefined) continue;
    if (await sha256Hex(bytes) === SUMS[SYSTEM]) return path;
    found ??= path;
  }
  throw new SvcError(
    "bundle_failed",
    found === undefined
      ? `svc's bundler, the npm package ${name}, is not installed`
      : `${found} is not the bundler of this svc release, and was not started`,
    { hint: "Install svc again, without --omit=optional." },
  );
}
