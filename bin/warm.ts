// `deno bundle` fetches its bundler from the npm registry on first use. Doing that at install keeps
// the first `svc extension push` quick, and keeps the network out of it.
const folder = await Deno.makeTempDir();
try {
  await Deno.writeTextFile(`${folder}/empty.ts`, "export {};\n");
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--no-config", "--no-lock", "-o", `${folder}/empty.js`, `${folder}/empty.ts`],
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) {
    const note = "svc: the bundler could not be fetched now; the first push will try again\n";
    await Deno.stderr.write(new TextEncoder().encode(note));
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
