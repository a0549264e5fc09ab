const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** A client that npm installed, in a folder that every user of the machine can read. */
export async function ownClient(folder: string): Promise<string> {
  const prefix = `${folder}/client`;
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["install", "--global", "--prefer-offline", "--no-audit", "--no-fund"]
      .concat(`--prefix=${prefix}`, `${root}/dist/package/svc.tgz`),
    cwd: folder,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return `${prefix}/bin/svc`;
}
