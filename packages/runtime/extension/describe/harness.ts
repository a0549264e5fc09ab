import "./surroundings/fs.ts";
import "./surroundings/globals.ts";
import "./surroundings/later.ts";
import "./surroundings/modules.ts";
import "./surroundings/os.ts";
import { describeModule, type ModuleInput } from "./module.ts";

/**
 * Runs inside the sandbox beside the extension's bundles: turns what they export into the descriptor
 * and prints it as one line behind `token`. The token keeps the printing of a module's own apart.
 */
export async function describeAll(token: string, inputs: readonly ModuleInput[]): Promise<void> {
  const print = Deno.stdout.writeSync.bind(Deno.stdout);
  const stringify = JSON.stringify;
  const encoder = new TextEncoder();
  const encode = encoder.encode.bind(encoder);
  const exit = Deno.exit.bind(Deno);
  const results: unknown[] = [];
  for (const input of inputs) {
    try {
      const module = await input.load();
      results.push({ file: input.file, ...describeModule(input.kind, input.file, module) });
    } catch (error) {
      const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const reason = told.replace(
        /, run again with the --\S+ flag/g,
        " while it loads, which nothing may",
      );
      const stack = error instanceof Error ? error.stack : undefined;
      results.push({ file: input.file, problems: [{ key: "", message: reason }], stack });
    }
  }
  const line = encode(`\n${token}${stringify(results)}\n`);
  for (let sent = 0; sent < line.length;) sent += print(line.subarray(sent));
  // A timer or server that a module started at load must not keep the sandbox alive.
  exit(0);
}
