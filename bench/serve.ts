// How long `svc serve` takes to start: until it says that it listens, and until it answers that it is
// ready, against `svc --version` and against a bare script that listens with the same library. Starts
// alternate, so that a busy machine slows all of them alike; processor time is told besides.
import { initRepository } from "../packages/runtime/repository/mod.ts";
import { quantile } from "./registry/numbers.ts";

const RUNS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const ROOT = await Deno.realPath(`${import.meta.dirname}/..`);
const AIM = 3;

/** What one start took, in milliseconds. */
interface Start {
  wall: number;
  /** Processor time. */
  cpu: number;
}

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const registry = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  () => Response.json({ authenticated: true, username: "bench", email: "b@example.org" }),
);
const env = {
  XDG_CONFIG_HOME: `${folder}/config`,
  SVC_CLUB_URL: `http://127.0.0.1:${registry.addr.port}`,
  SVC_API_KEY: `svc_${"0".repeat(32)}`,
};
try {
  await initRepository(`${folder}/repository`);
  await Deno.writeTextFile(`${folder}/bare.ts`, bareText());
  const deno = [Deno.execPath(), "run", "--quiet", "--no-config", "--allow-all"];
  const serve = [`${ROOT}/bin/svc`, "serve", "--port", "0", "--json"];
  const cases = {
    "svc --version": () => started([`${ROOT}/bin/svc`, "--version"], "end"),
    "bare listener": () => started([...deno, `${folder}/bare.ts`], "line"),
    "svc serve listens": () => started(serve, "line"),
    "svc serve is ready": () => started(serve, "ready"),
  };
  const found = new Map(Object.keys(cases).map((name): [string, Start[]] => [name, []]));
  for (let round = -1; round < RUNS; round++) {
    for (const [name, start] of Object.entries(cases)) {
      const one = await start();
      if (round >= 0) found.get(name)!.push(one);
    }
  }
  const middle = (name: string, of: keyof Start) =>
    quantile(found.get(name)!.map((one) => one[of]));
  for (const name of found.keys()) {
    const [wall, cpu] = [middle(name, "wall"), middle(name, "cpu")].map((ms) => ms.toFixed(0));
    say(`${name.padEnd(20)} ${wall!.padStart(5)} ms, ${cpu!.padStart(5)} ms of processor time`);
  }
  for (const kind of ["wall", "cpu"] as const) {
    const ratio = middle("svc serve listens", kind) / middle("svc --version", kind);
    const verdict = ratio <= AIM ? "met" : "missed";
    const bare = middle("bare listener", kind) / middle("svc --version", kind);
    const what = kind === "wall" ? "time" : "processor time";
    say(
      `svc serve listens / svc --version, ${what}: ${ratio.toFixed(2)}x (aim ${AIM}: ${verdict}; ` +
        `the bare listener alone: ${bare.toFixed(2)}x)`,
    );
  }
} finally {
  await registry.shutdown();
  await Deno.remove(folder, { recursive: true });
}

/** Listens as `svc serve` does, and says so. */
function bareText(): string {
  return `import { createServer } from "node:http";
const server = createServer();
server.listen(0, "127.0.0.1", () => console.log("{}"));
`;
}

/** Starts a program and measures until its end, its first line, or the answer that it is ready. */
async function started(
  [program, ...args]: readonly string[],
  until: "end" | "line" | "ready",
): Promise<Start> {
  const begun = performance.now();
  const child = new Deno.Command(program!, {
    args,
    cwd: `${folder}/repository`,
    env,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${program} ${args.join(" ")} ended early`);
    said += value;
  }
  if (until === "ready") await (await fetch(`${JSON.parse(said).url}/ready`)).body?.cancel();
  const cpu = await processorTime(child.pid);
  if (until === "end") await child.status;
  const wall = performance.now() - begun;
  if (until !== "end") child.kill("SIGTERM");
  await reader.cancel();
  await child.status;
  return { wall, cpu };
}

/** What the threads of a process have taken so far; 0 once it has ended or where the system does not tell. */
async function processorTime(pid: number): Promise<number> {
  let nanoseconds = 0;
  try {
    for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
      const text = await Deno.readTextFile(`/proc/${pid}/task/${name}/schedstat`);
      nanoseconds += Number(text.split(" ")[0]);
    }
  } catch {
    // A thread, or the whole process, has ended meanwhile.
  }
  return nanoseconds / 1e6;
}
