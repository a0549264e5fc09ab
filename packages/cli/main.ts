import { lazily } from "@svc/core/module";
import { askLoopbackDirectly } from "@svc/core/proxy";
import { VERSION } from "@svc/core/release";
import { loadMain } from "./dispatch/load.ts";
import type { Pick } from "./dispatch/run.ts";
import { writeResult } from "./frame/write_all.ts";
import { prerenderedPage } from "./help/prerendered_page.ts";

const { args } = Deno;
const isAlone = args.length === 1;
// Asking for the version is the one question that needs none of the rest.
if (isAlone && (args[0] === "--version" || args[0] === "-V")) {
  writeResult(`svc ${VERSION}\n`);
  // All is written: an exit of its own spares taking the process apart piece by piece.
  Deno.exit(0);
} else {
  askLoopbackDirectly(Deno.env);
  const answered = await answerHelp();
  if (answered !== undefined) Deno.exit(answered);
  if (args[0] === "__complete") {
    // Asked by the completion scripts only: no command of the table, and no place in help.
    const { complete } = await lazily<typeof import("./completions/complete.ts")>(
      import.meta,
      "./completions/complete.ts",
    );
    await complete(args.slice(1));
  } else Deno.exitCode = await (await loadMain(args)).main(args, pickName);
}

/**
 * Asks for a name that was left out. It is not among what a command run often has of its own, as it is
 * needed where such a command does not run.
 */
async function pickName(...[words, host]: Parameters<Pick>): ReturnType<Pick> {
  const { pick } = await lazily<typeof import("./pick/pick.ts")>(import.meta, "./pick/pick.ts");
  return await pick(words, host);
}

/** Answers what looks like a request for help, as long as it turns out to be one. */
async function answerHelp(): Promise<number | undefined> {
  const asks = args.length === 0 || args[0] === "help" || args.includes("--help") ||
    args.includes("-h");
  if (!asks) return undefined;
  const page = prerenderedPage(args);
  if (page !== undefined) {
    const text = page.isFirst ? await withRegistry(page.text) : page.text;
    try {
      writeResult(text);
      return 0;
    } catch {
      // The frame says what is wrong with stdout.
    }
  }
  const { startHelp } = await lazily<typeof import("./help/start.ts")>(
    import.meta,
    "./help/start.ts",
  );
  return await startHelp(args);
}

/** The page on everything with the registry that svc has been told of. */
async function withRegistry(page: string): Promise<string> {
  const loaded = await lazily<typeof import("./help/with_registry.ts")>(
    import.meta,
    "./help/with_registry.ts",
  );
  return await loaded.withRegistry(page, { env: (name) => Deno.env.get(name) });
}
