import {
  leastScanRequests,
  SCANNED_ORG,
  SCANNED_TOKEN,
  startManyScanned,
} from "@svc/fakes/codehost";
import { measure, say } from "./row.ts";

/** Family A over repositories of which one in a hundred has three pages of each scanner's alerts. */
export async function measureAlerts(): Promise<boolean> {
  const few = await scan(30);
  const many = await scan(300);
  const ratio = (many.memory / few.memory).toFixed(2);
  await say(
    `  memory: ${ratio}x for ten times as many (${megabytes(many)} and ${megabytes(few)})\n`,
  );
  return few.kept && many.kept;
}

async function scan(count: number): Promise<{ kept: boolean; memory: number }> {
  const { host, names } = await startManyScanned(count);
  await using _ = host;
  let memory = 0;
  const kept = await measure({
    name: `A: three lists over ${count} repositories`,
    least: leastScanRequests(host, names),
    why: "4 a repository, as secrets are two lists, and 1 a further page",
    ...(count === 300 ? { bound: 1200 } : {}),
    host,
    async run() {
      memory = await scanApart({
        repos: names,
        org: SCANNED_ORG,
        token: SCANNED_TOKEN,
        baseUrl: host.url,
      });
    },
  });
  return { kept, memory };
}

/** Scans in a process of its own and gives the most memory it had, in bytes. */
async function scanApart(input: object): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", `${import.meta.dirname}/scan.ts`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("the scan failed");
  return Number(new TextDecoder().decode(stdout));
}

function megabytes({ memory }: { memory: number }): string {
  return `${(memory / 2 ** 20).toFixed(0)} MB`;
}
