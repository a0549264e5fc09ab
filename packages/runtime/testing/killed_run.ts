// Runs a method and says on stdout, a line each, what it has written; a test ends this process.
import { repositoryAt } from "../repository/repository.ts";
import { runMethod } from "../run/run.ts";

if (import.meta.main) {
  const { root } = JSON.parse(Deno.args[0]!) as { root: string };
  await runMethod(repositoryAt(root), {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    onEvent: (event) => {
      if (event.kind !== "data") return;
      Deno.stdout.writeSync(new TextEncoder().encode(`${event.artifact.version}\n`));
    },
  });
}
