/**
 * Installs the packed client of the last build below `folder`, as npm does on Linux and macOS.
 *
 * @returns the path of its launcher
 */
export async function installedClient(root: string, folder: string): Promise<string> {
  const packages = `${folder}/node_modules`;
  await Deno.mkdir(`${packages}/@svc`, { recursive: true });
  const { success, stderr } = await new Deno.Command("tar", {
    args: ["-xzf", `${root}/dist/package/svc.tgz`, "-C", folder],
  }).output();
  if (!success) throw new Error(`${new TextDecoder().decode(stderr)}: run 'npm run build' first`);
  await Deno.rename(`${folder}/package`, `${packages}/@svc/cli`);
  const system = [...Deno.readDirSync(`${root}/node_modules/@deno`)][0]!.name;
  await Deno.mkdir(`${packages}/@deno/${system}`, { recursive: true });
  const program = `node_modules/@deno/${system}/deno`;
  await Deno.symlink(`${root}/${program}`, `${folder}/${program}`);
  const own = `${packages}/@svc/cli/bin`;
  await Deno.rename(`${own}/svc.sh`, `${own}/svc`);
  await Deno.chmod(`${own}/svc`, 0o755);
  return `${own}/svc`;
}
