import { VERSION } from "./version.ts";

// Asking for the version is the one question that needs none of the rest.
const [first] = Deno.args;
if (Deno.args.length === 1 && (first === "--version" || first === "-V")) {
  Deno.stdout.writeSync(new TextEncoder().encode(`svc ${VERSION}\n`));
} else {
  const { run } = await import("./frame/run.ts");
  const { processHost } = await import("./frame/host.ts");
  Deno.exitCode = await run(Deno.args, processHost());
}
