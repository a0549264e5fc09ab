import { BUDGETS } from "../budget/budgets.ts";
import { report } from "../budget/report.ts";
import { load } from "./load.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import { quantile, say, verdict } from "./numbers.ts";
import type { ServerProcess } from "./process.ts";
import { nameOf } from "./seed.ts";

/** Sizes of archives in bytes, with the share of nginx that they are to reach. */
export const ARCHIVES = [
  { bytes: 12_000, aim: BUDGETS.pull.budget },
  { bytes: 1_000_000, aim: 0.6 },
  { bytes: 7_000_000, aim: 0.9 },
];

const ROUNDS = 5;
const ROUND_MS = 400;
const CONNECTIONS = 4;

/** How the server lets nginx send its archives. */
export const LEFT_TO_NGINX = { SVC_TRUSTED_PROXIES: "127.0.0.1", SVC_BLOBS_ACCEL: "/svc-archives" };

/**
 * The archives of the first extensions against nginx with the same: as the registry gives them, and as
 * nginx does once the registry, started with {@link LEFT_TO_NGINX}, has let it.
 */
export async function compareArchives(
  server: ServerProcess,
  { folder, data }: { folder: string; data: string },
): Promise<void> {
  for (const [n, { bytes, aim }] of ARCHIVES.entries()) {
    const place = `/api/v1/extensions/${nameOf(n)}@2026.01.02.1/download`;
    const { headers } = await fetch(server.url + place, { redirect: "manual" });
    const signed = new URL(headers.get("location")!);
    const body = await (await fetch(server.url + signed.pathname + signed.search)).bytes();
    if (body.length !== bytes) throw new Error(`the archive has ${body.length} bytes`);
    await Deno.writeFile(`${folder}/archive`, body);
    const nginx = await startSender(folder, `${data}/blobs`, server.port);
    if (nginx === undefined) {
      say("archives: nginx is not installed, nothing to compare with");
      return;
    }
    try {
      const own = () => signed.pathname + signed.search;
      const both = {
        port: nginx.port,
        processorTime: () => nginx.processorTime() + server.processorTime(),
      };
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          ours: await measured(server, own),
          left: await measured(both, own),
          bare: await measured(nginx, () => "/archive"),
        });
      }
      for (const [way, who] of [["ours", ""], ["left", " sent by nginx"]] as const) {
        const ratio = quantile(rounds.map((round) => round[way].rate / round.bare.rate));
        if (n === 0 && way === "ours") report("pull", ratio);
        const rate = quantile(rounds.map((round) => round[way].rate));
        const time = quantile(rounds.map((round) => round[way].time / round.bare.time));
        say(
          `archive of ${(bytes / 1e6).toFixed(3)} MB${who}: ${
            verdict(ratio, aim, "at least")
          } of ` +
            `nginx, ${(rate * bytes / 1e6).toFixed(0)} MB/s, ${
              time.toFixed(1)
            }x its processor time`,
        );
      }
    } finally {
      await nginx.stop();
    }
  }
}

type Served = Pick<ServerProcess, "port" | "processorTime">;

async function measured({ port, processorTime }: Served, path: () => string) {
  const before = processorTime();
  const { rate, requests } = await load(port, path, ROUND_MS, { connections: CONNECTIONS });
  return { rate, time: Math.max(1, processorTime() - before) / requests };
}

/**
 * nginx with one worker that serves the folder, and sends blobs once the registry has let it;
 * undefined where it is not installed. Without tcp_nopush, which holds the answers of a batch back.
 */
function startSender(
  folder: string,
  blobs: string,
  registry: number,
): Promise<Nginx | undefined> {
  return startNginx(
    folder,
    (port) =>
      `sendfile on;
      upstream svc { server 127.0.0.1:${registry}; keepalive 16; keepalive_requests 1000000; }
      server {
        listen 127.0.0.1:${port}; root ${folder};
        location /svc-archives/ { internal; alias ${blobs}/; }
        location /blobs/ {
          proxy_pass http://svc; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header X-Sendfile-Type X-Accel-Redirect;
        }
      }`,
  );
}
