import { lazily } from "@svc/core/module";
import { VERSION } from "@svc/core/release";
import { loadMain } from "./dispatch/load.ts";

const { args } = Deno;
const isAlone = args.length === 1;
// Asking for the version is the one question that needs none of the rest.
if (isAlone && (args[0] === "--version" || args[0] === "-V")) {
  Deno.stdout.writeSync(new TextEncoder().encode(`svc ${VERSION}\n`));
} else {
  const answered = await answerHelp();
  // All is written: an exit of its own spares taking the process apart piece by piece.
  if (answered !== undefined) Deno.exit(answered);
  Deno.exitCode = await (await loadMain(args)).main(args);
}

/** Answers what looks like a request for help, as long as it turns out to be one. */
async function answerHelp(): Promise<number | undefined> {
  const asks = args.length === 0 || args[0] === "help" || args.includes("--help") ||
    args.includes("-h");
  if (!asks) return undefined;
  const { startHelp } = await lazily<typeof import("./help/start.ts")>(
    import.meta,
    "./help/start.ts",
  );
  return await startHelp(args);
}
