// Publishes the catalogue for a server that was started with it: logs in with the account given as
// JSON on standard input, publishes, and logs out. XDG_CONFIG_HOME is a folder that the server keeps
// for this, so that a run that was killed is found logged in by the next one.
import { listCatalogue } from "./list.ts";
import { publishOne } from "./steps.ts";
import { svc } from "./svc.ts";

const say = (text: string) =>
  Deno.stdout.writeSync(new TextEncoder().encode(`catalogue: ${text}\n`));

const { username, password } = JSON.parse(await new Response(Deno.stdin.readable).text());
Deno.exit(await main());

async function main(): Promise<number> {
  if (!(await svc(["auth", "whoami"])).ok) {
    const login = await svc(["auth", "login", "--username", username], `${password}\n`);
    if (!login.ok) {
      say(login.problem);
      return 1;
    }
  }
  const folder = await Deno.realPath(`${import.meta.dirname}/../../extensions`);
  const entries = await listCatalogue(folder);
  let failed = 0;
  for (const [index, entry] of entries.entries()) {
    const { ok, text } = await publishOne(entry);
    if (!ok) failed += 1;
    say(`${index + 1}/${entries.length} ${entry.name} ${entry.version}: ${text}`);
  }
  await svc(["auth", "logout"]);
  return failed === 0 ? 0 : 1;
}
