// `npm run bench`: runs every benchmark of this folder, one after the other so that none disturbs
// another, or those named as arguments. Each prints its own ratios; one that fails fails the run.

const names = Deno.args.length > 0
  ? Deno.args.map((name) => name.replace(/\.ts$/, ""))
  : [...Deno.readDirSync(import.meta.dirname!)]
    .filter(({ isFile, name }) => isFile && /^(?!main\.ts$).*(?<!_test)\.ts$/.test(name))
    .map(({ name }) => name.slice(0, -".ts".length)).sort();

let failed = 0;
for (const name of names) {
  await say(`\n== ${name}\n`);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", `${import.meta.dirname}/${name}.ts`],
    stdin: "null",
  }).spawn().status;
  if (!success) {
    failed += 1;
    await say(`${name} failed\n`);
  }
}
await say(`\n${names.length - failed} of ${names.length} benchmarks ran\n`);
if (failed > 0 || names.length === 0) Deno.exit(1);

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
