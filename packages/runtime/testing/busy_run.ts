// Runs a method that logs the id of its process and loops for ever, and says the id on stdout once it
// is in progress; a test ends this process.
import { repositoryAt } from "../repository/repository.ts";
import { runMethod } from "../run/run.ts";
import { untilBusy } from "./process.ts";

if (import.meta.main) {
  const { root, config, then } = JSON.parse(Deno.args[0]!) as {
    root: string;
    config: string;
    then: "exit" | "wait";
  };
  await runMethod(repositoryAt(root, config), {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    onGrant: () => Promise.resolve(),
    onEvent: async (event) => {
      if (event.kind !== "output" || !event.text.startsWith("started ")) return;
      const pid = Number(event.text.slice("started ".length));
      await untilBusy(pid);
      Deno.stdout.writeSync(new TextEncoder().encode(`${pid}\n`));
      if (then === "exit") Deno.exit(0);
    },
  });
}
