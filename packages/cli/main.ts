import { VERSION } from "./frame/version.ts";

// Asking for the version is the one question that needs none of the rest.
const [first] = Deno.args;
if (Deno.args.length === 1 && (first === "--version" || first === "-V")) {
  Deno.stdout.writeSync(new TextEncoder().encode(`svc ${VERSION}\n`));
} else {
  // Not a literal: Deno would resolve the whole command line before answering for the version.
  const { main } = await import(
    new URL("dispatch/main.ts", import.meta.url).href
  ) as typeof import("./dispatch/main.ts");
  Deno.exitCode = await main(Deno.args);
}
