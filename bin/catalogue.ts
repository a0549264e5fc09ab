// `npm run catalogue`: checks the extensions of this checkout and publishes them to the registry that
// `svc` is logged in to. What is published already, with the same bytes, is left as it is.
import { parseArgs } from "node:util";
import { deprecateOne } from "./catalogue/deprecate.ts";
import { type Entry, listCatalogue } from "./catalogue/list.ts";
import { publishOne, scoreOne, takeSteps } from "./catalogue/steps.ts";
import { svc } from "./catalogue/svc.ts";

const HELP = `Usage: npm run catalogue -- [options] [extension...]

Checks every extension of the catalogue, or those named: type check, tests, and a full local score.
Then publishes them with the login of 'svc' (svc auth login, or SVC_CLUB_URL and SVC_API_KEY).
The extensions are named @svc/...: the account must belong to the collective 'svc'.

Options:
  --check        Only check; publish nothing
  --skip-checks  Publish without checking first
  --help         Show this text
`;

const root = await Deno.realPath(`${import.meta.dirname}/..`);
const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

Deno.exit(await main());

async function main(): Promise<number> {
  const given = options();
  if (given === undefined) return 2;
  if (given.help) {
    say(HELP);
    return 0;
  }
  const entries = chosen(await listCatalogue(`${root}/extensions`), given.names);
  if (entries === undefined) return 2;
  if (!given.check && !await loggedIn()) return 1;
  if (!given.skipChecks && !await sourcesPass()) return 1;

  const steps = [
    ...(given.skipChecks ? [] : [scoreOne]),
    ...(given.check ? [] : [publishOne, deprecateOne]),
  ];
  const failed = await takeSteps(entries, steps, say);
  const what = given.check ? "passed the checks" : "are published";
  say(`${entries.length - failed} of ${entries.length} ${what}\n`);
  return failed === 0 ? 0 : 1;
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      args: Deno.args,
      allowPositionals: true,
      options: {
        "check": { type: "boolean" },
        "skip-checks": { type: "boolean" },
        "help": { type: "boolean", short: "h" },
      },
    });
    const given = {
      check: values.check ?? false,
      skipChecks: values["skip-checks"] ?? false,
      help: values.help ?? false,
      names: positionals,
    };
    if (!given.check || !given.skipChecks) return given;
    say("error: --check and --skip-checks leave nothing to do\n");
  } catch (error) {
    say(`error: ${(error as Error).message}\n${HELP}`);
  }
  return undefined;
}

function chosen(all: readonly Entry[], names: readonly string[]): readonly Entry[] | undefined {
  const unknown = names.filter((name) => !all.some((entry) => entry.name === name));
  if (unknown.length === 0) {
    return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  }
  say(`error: the catalogue has no ${unknown.join(", ")}; it has:\n`);
  say(all.map(({ name }) => `  ${name}\n`).join(""));
  return undefined;
}

/** Told before the checks, which take minutes. */
async function loggedIn(): Promise<boolean> {
  const { ok, problem } = await svc(["auth", "whoami"]);
  if (!ok) say(`error: ${problem}\n`);
  return ok;
}

/** The type check and the tests of all extensions. */
async function sourcesPass(): Promise<boolean> {
  for (const args of [["check", "extensions"], ["run", "-A", "bin/test.ts", "extensions"]]) {
    const { success } = await new Deno.Command(`${root}/bin/deno`, { args, cwd: root }).spawn()
      .status;
    if (!success) return false;
  }
  return true;
}
