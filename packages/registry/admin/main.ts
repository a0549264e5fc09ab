import { askLoopbackDirectly } from "@svc/core/proxy";
import { runAdmin } from "./run.ts";

if (import.meta.main) {
  askLoopbackDirectly(Deno.env);
  const now = () => new Date();
  const say = (line: string) => Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
  const { code, stdout, stderr } = await runAdmin(Deno.args, Deno.env.toObject(), now, say);
  await new Blob([stdout]).stream().pipeTo(Deno.stdout.writable, { preventClose: true });
  await new Blob([stderr]).stream().pipeTo(Deno.stderr.writable, { preventClose: true });
  Deno.exit(code);
}
