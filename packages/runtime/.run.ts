const t0 = performance.now();
import { runMethod } from "./run/run.ts";
import { repositoryAt } from "./repository/repository.ts";
const t1 = performance.now();
const r = await runMethod(repositoryAt(Deno.readTextFileSync("/tmp/rt/perf/repo")), {
  definition: "hello",
  method: "greet",
  inputs: { name: "Ada" },
  onEvent: (e) => {
    if (Deno.args[0]) console.log(e.kind, performance.now() - t0);
  },
});
if (Deno.args[0]) console.log(t1 - t0, performance.now() - t1, r.duration);
