import { lazily } from "@svc/core/module";
import { VERSION } from "./frame/version.ts";

// Asking for the version is the one question that needs none of the rest.
const [first] = Deno.args;
if (Deno.args.length === 1 && (first === "--version" || first === "-V")) {
  Deno.stdout.writeSync(new TextEncoder().encode(`svc ${VERSION}\n`));
} else {
  const { main } = await lazily<typeof import("./dispatch/main.ts")>(
    import.meta,
    "./dispatch/main.ts",
  );
  Deno.exitCode = await main(Deno.args);
}
