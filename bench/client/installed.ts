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
  for (const scope of ["@deno", "@esbuild"]) {
    const [system] = [...Deno.readDirSync(`${root}/node_modules/${scope}`)];
    await Deno.mkdir(`${packages}/${scope}`);
    const place = `${scope}/${system!.name}`;
    await Deno.symlink(`${root}/node_modules/${place}`, `${packages}/${place}`);
  }
  const own = `${packages}/@svc/cli/bin`;
  await Deno.rename(`${own}/svc.sh`, `${own}/svc`);
  await Deno.chmod(`${own}/svc`, 0o755);
  return `${own}/svc`;
}
