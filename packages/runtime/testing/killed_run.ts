// Runs a method and says on stdout, a line each, what it has written; a test ends this process.
import { repositoryAt } from "../repository/repository.ts";
import { runMethod } from "../run/run.ts";

if (import.meta.main) {
  const { root, config, name = "Ada" } = JSON.parse(Deno.args[0]!) as {
    root: string;
    config: string;
    name?: string;
  };
  await runMethod(repositoryAt(root, config), {
    definition: "hello",
    method: "greet",
    inputs: { name },
    onGrant: () => Promise.resolve(),
    onEvent: (event) => {
      if (event.kind !== "data") return;
      Deno.stdout.writeSync(new TextEncoder().encode(`${event.artifact.version}\n`));
    },
  });
}
