// What the command line costs beside the program that runs it, as npm installs it: help, and a command
// that asks the registry, against an empty `deno run`. Runs alternate, so that a busy machine slows all
// of them alike.
import { BUDGETS } from "./budget/budgets.ts";
import { report } from "./budget/report.ts";
import { installedClient } from "./client/installed.ts";
import { startServer } from "./registry/process.ts";
import { quantile, verdict } from "./registry/numbers.ts";

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
  const empty = ["run", "--quiet", "--no-config", "--allow-all", `${folder}/empty.ts`];
  const cases: Record<"empty" | "help" | "whoami", [string, ...string[]]> = {
    empty: [Deno.execPath(), ...empty],
    help: [svc, "--help"],
    whoami: [svc, "auth", "whoami"],
  };
  const env = { XDG_CONFIG_HOME: folder, SVC_CLUB_URL: server.url, SVC_API_KEY: key };
  const times = await alternate(cases, env);
  const floor = quantile(times.get("empty")!);
  say(`empty deno run ${floor.toFixed(1)} ms (median of ${RUNS})`);
  for (const name of ["help", "whoami"] as const) {
    const middle = quantile(times.get(name)!);
    report(name, middle / floor);
    const { what, budget } = BUDGETS[name];
    say(`${what} ${middle.toFixed(1)} ms: ${verdict(middle / floor, budget, "at most")}`);
  }
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
