import { PACKAGES } from "./tree.ts";

/** All that the client is built and packed from, below the root. */
const MADE_OF = [
  "LICENSE",
  "bin/build",
  "bin/build.ts",
  "bin/bundler",
  "bin/package",
  "bin/svc",
  "package-lock.json",
  "package.json",
  ...PACKAGES.map((name) => `packages/${name}`),
];

/** Tests beside the sources; those of the templates are handed out. */
const TEST = /^packages\/(?!cli\/scaffold\/templates\/).*_test\.ts$/;

/** A digest of what the client is made of: a build with the same one is not stale. */
export async function stateOf(root: string): Promise<string> {
  const paths: string[] = [];
  const look = async (path: string): Promise<void> => {
    if (!(await Deno.stat(`${root}/${path}`)).isDirectory) paths.push(path);
    else {
      for await (const { name, isDirectory } of Deno.readDir(`${root}/${path}`)) {
        if (isDirectory) await look(`${path}/${name}`);
        else paths.push(`${path}/${name}`);
      }
    }
  };
  await Promise.all(MADE_OF.map(look));
  const lines = await Promise.all(
    paths.filter((path) => !TEST.test(path)).sort().map(async (path) =>
      `${path} ${await digest(await Deno.readFile(`${root}/${path}`))}`
    ),
  );
  return await digest(new TextEncoder().encode(lines.join("\n")));
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
