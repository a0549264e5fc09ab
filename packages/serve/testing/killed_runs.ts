// Has runs done as a server does and says on stdout, a line each, which were accepted and which are at
// work; a test ends this process.
import { createLog } from "@svc/http/log";
import { repositoryAt } from "@svc/runtime/repository";
import { openServeState } from "../open.ts";
import { openRuns } from "../runs/open.ts";
import type { Runs } from "../runs/run.ts";

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function follow(runs: Runs, id: string, behavior: string): Promise<void> {
  for await (const { event } of runs.events(id, 0, new AbortController().signal)) {
    if (event.kind === "output" && event.text.includes("in progress")) {
      say(`working ${id} ${behavior}`);
    }
  }
}

if (import.meta.main) {
  const { root, config, behaviors, maxRuns, hold } = JSON.parse(Deno.args[0]!) as {
    root: string;
    config: string;
    /** A run of each is asked for, with its name as the name of the one to greet. */
    behaviors: string[];
    maxRuns: number;
    /** Begins the name of those that wait to be let go. */
    hold: string;
  };
  const repository = repositoryAt(root, config);
  const runs = await openRuns({
    repository,
    state: await openServeState(repository),
    limits: { maxRuns },
    support: { env: (name) => Deno.env.get(name) },
    log: createLog("off", () => new Date()),
  });
  for (const behavior of behaviors) {
    const { id } = await runs.submit({
      behavior,
      method: "greet",
      inputs: { name: `${hold}${behavior}` },
      settings: {},
      trigger: "api",
      initiatedBy: "token:ci",
      waitMs: 0,
    });
    say(`accepted ${id} ${behavior}`);
    void follow(runs, id, behavior);
  }
  // Stays until it is killed.
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
}
