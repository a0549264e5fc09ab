// Publishes the catalogue for a server that was started with it: logs in with the account given as
// JSON on standard input, publishes, and logs out. XDG_CONFIG_HOME is a folder that the server keeps
// for this, so that a run that was killed is found logged in by the next one.
import { deprecateOne } from "./deprecate.ts";
import { listCatalogue } from "./list.ts";
import { publishOne, takeSteps } from "./steps.ts";
import { svc } from "./svc.ts";

const PREFIX = "catalogue: ";
const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

const { username, password } = JSON.parse(await new Response(Deno.stdin.readable).text());
Deno.exit(await main());

async function main(): Promise<number> {
  if (!(await svc(["auth", "whoami"])).ok) {
    const login = await svc(["auth", "login", "--username", username], `${password}\n`);
    if (!login.ok) {
      say(`${PREFIX}${login.problem}\n`);
      return 1;
    }
  }
  const folder = await Deno.realPath(`${import.meta.dirname}/../../extensions`);
  const failed = await takeSteps(
    await listCatalogue(folder),
    [publishOne, deprecateOne],
    say,
    PREFIX,
  );
  await svc(["auth", "logout"]);
  return failed === 0 ? 0 : 1;
}
