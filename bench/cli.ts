// What the command line costs beside the program that runs it, as npm installs it: help, and a command
// that asks the registry, against an empty `deno run`, and whoami against a bare fetch of the same
// answer. Runs alternate, so that a busy machine slows all of them alike.
import { BUDGETS } from "./budget/budgets.ts";
import { report } from "./budget/report.ts";
import { installedClient } from "./client/installed.ts";
import { startServer } from "./registry/process.ts";
import { quantile } from "./registry/numbers.ts";

const RUNS = Number(Deno.args[0] ?? 30);
const ROOT = await Deno.realPath(`${import.meta.dirname}/..`);

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const server = await startServer(`${ROOT}/packages/registry/main.ts`, [], {
  SVC_DATA: `${folder}/data`,
  SVC_PORT: "0",
  SVC_LOG: "off",
  SVC_RATE_LIMIT: "off",
});
try {
  const svc = await installedClient(ROOT, folder);
  const key = await personalKey(server.url);
  await Deno.writeTextFile(`${folder}/empty.ts`, "export {};\n");
  await Deno.writeTextFile(
    `${folder}/fetch.ts`,
    `const headers = { authorization: "Bearer " + Deno.env.get("SVC_API_KEY") };
await (await fetch(Deno.env.get("SVC_CLUB_URL") + "/api/whoami", { headers })).text();\n`,
  );
  const deno = (script: string): [string, ...string[]] => [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-config",
    "--allow-all",
    `${folder}/${script}`,
  ];
  const cases: Record<string, [string, ...string[]]> = {
    "empty deno run": deno("empty.ts"),
    "svc --version": [svc, "--version"],
    "svc --help": [svc, "--help"],
    "svc extension push --help": [svc, "extension", "push", "--help"],
    "bare fetch of whoami": deno("fetch.ts"),
    "svc auth whoami": [svc, "auth", "whoami"],
  };
  const env = { XDG_CONFIG_HOME: folder, SVC_CLUB_URL: server.url, SVC_API_KEY: key };
  const times = await alternate(cases, env);
  const middle = (name: string) => quantile(times.get(name)!);
  for (const name of Object.keys(cases)) {
    say(`${name.padEnd(26)} ${middle(name).toFixed(1).padStart(6)} ms (median of ${RUNS})`);
  }
  const ratio = (name: string, floor: string, aim: number | undefined): void => {
    const found = middle(name) / middle(floor);
    const verdict = aim === undefined
      ? ""
      : found <= aim
      ? ` (aim ${aim}: met)`
      : ` (aim ${aim}: missed)`;
    say(`${name} / ${floor}: ${found.toFixed(2)}x${verdict}`);
  };
  ratio("svc --version", "empty deno run", 1.15);
  ratio("svc --help", "empty deno run", BUDGETS.help.budget);
  ratio("svc extension push --help", "empty deno run", 1.2);
  ratio("svc auth whoami", "empty deno run", BUDGETS.whoami.budget);
  report("help", middle("svc --help") / middle("empty deno run"));
  report("whoami", middle("svc auth whoami") / middle("empty deno run"));
  ratio("bare fetch of whoami", "empty deno run", undefined);
  ratio("svc auth whoami", "bare fetch of whoami", undefined);
} finally {
  await server.stop();
  await Deno.remove(folder, { recursive: true });
}

async function personalKey(url: string): Promise<string> {
  const post = async (path: string, body: unknown, cookie?: string) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const person = { email: "b@example.org", name: "Bench", username: "bench" };
  const signedUp = await post("/api/auth/sign-up/email", {
    ...person,
    password: "a long password",
  });
  await signedUp.body?.cancel();
  const cookie = signedUp.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  const created = await post("/api/auth/api-key/create", { name: "bench" }, cookie);
  return (await created.json() as { key: string }).key;
}

/** Milliseconds of each case: every case once a round, after two rounds that warm the caches. */
async function alternate(
  cases: Record<string, [string, ...string[]]>,
  env: Record<string, string>,
): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(cases).map((name): [string, number[]] => [name, []]));
  for (let round = -2; round < RUNS; round++) {
    for (const [name, [program, ...args]] of Object.entries(cases)) {
      const begun = performance.now();
      const { success, stderr } = await new Deno.Command(program, { args, env }).output();
      const took = performance.now() - begun;
      if (!success) throw new Error(`${name}: ${new TextDecoder().decode(stderr)}`);
      if (round >= 0) times.get(name)!.push(took);
    }
  }
  return times;
}
