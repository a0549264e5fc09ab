// Runs the three scanners' `list` over the repositories given as JSON on standard input, and prints
// the most memory this process had, in bytes. What is written goes away at once, as the runtime
// takes it from a run while the run goes on.
import { model as codeScanning } from "../../extensions/github-code-scanning/github_code_scanning.ts";
import { model as dependabot } from "../../extensions/github-dependabot/github_dependabot.ts";
import { model as secretScanning } from "../../extensions/github-secret-scanning/github_secret_scanning.ts";

const { repos, ...globalArgs } = JSON.parse(await new Response(Deno.stdin.readable).text());
const context = {
  globalArgs,
  signal: new AbortController().signal,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  writeResource: (specName: string, name: string) =>
    Promise.resolve({ name, specName, version: 1 }),
};
for (const { methods: { list } } of [codeScanning, dependabot, secretScanning]) {
  const args = list.arguments.parse({ repos });
  await list.execute(args as never, context as never);
}
const status = await Deno.readTextFile("/proc/self/status");
const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status)!;
await Deno.stdout.write(new TextEncoder().encode(`${Number(kilobytes) * 1024}\n`));
