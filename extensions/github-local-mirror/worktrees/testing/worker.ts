import { runAll } from "../../../testing/run.ts";
import { model } from "../../github_local_mirror.ts";
import type { Job } from "./process.ts";

/** Runs methods one after the other in a process of its own, and prints the outcome of each. */
const job: Job = JSON.parse(Deno.args[0]!);
const data = new Map(job.data);
const specs = new Map(job.specs);
for (const [method, args] of job.calls) {
  const context: Record<string, unknown> = { repoDir: `${job.root}/svc` };
  if (job.dieAtWrite) context.writeResource = () => Deno.kill(Deno.pid, "SIGKILL");
  const { globalArgs } = job;
  const { written, error } = await runAll(model, method, args, {
    globalArgs,
    data,
    specs,
    context,
  });
  const failure = error === undefined ? null : {
    code: (error as { code?: string }).code ?? error.name,
    message: error.message,
  };
  const line = `${JSON.stringify({ method, written, failure })}\n`;
  for (let bytes = new TextEncoder().encode(line); bytes.length > 0;) {
    bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  }
}
