import { load } from "../registry/load.ts";
import { say } from "../registry/numbers.ts";
import type { ServerProcess } from "../registry/process.ts";
import { nameOf } from "../registry/seed.ts";
import { type Nginx, startNginx } from "../registry/nginx.ts";

/** Answers a second that a fleet is to give. */
const AIM = 100_000;

const MILLISECONDS = 2_000;
const POPULAR = 1_000;

const path = (n: number) =>
  `/api/v1/extensions/${encodeURIComponent(nameOf(n * 7919 % POPULAR))}/latest`;

/** Kept answers of all servers together, asked in turns and then through nginx. */
export async function measureAnswers(
  servers: readonly ServerProcess[],
  folder: string,
): Promise<void> {
  for (const { port } of servers) await load(port, path, 0, { atLeast: 2 * POPULAR });
  await tell(`${servers.length} in turns`, servers, servers.map(({ port }) => port));
  const proxy = await startProxy(folder, servers.map(({ port }) => port));
  if (proxy === undefined) return say("  nginx is not installed: left out");
  try {
    await load(proxy.port, path, 0, { atLeast: POPULAR });
    await tell(`${servers.length} behind nginx`, servers, [proxy.port], proxy);
  } finally {
    await proxy.stop();
  }
}

async function tell(
  what: string,
  servers: readonly ServerProcess[],
  ports: readonly number[],
  proxy?: Nginx,
): Promise<void> {
  const spent = () => servers.map((server) => server.processorTime());
  const [before, proxied] = [spent(), proxy?.processorTime() ?? 0];
  const began = performance.now();
  const loads = await Promise.all(ports.map((port) => load(port, path, MILLISECONDS)));
  const seconds = (performance.now() - began) / 1000;
  const requests = loads.reduce((sum, one) => sum + one.requests, 0);
  const times = spent().map((time, n) => time - before[n]!);
  const each = times.reduce((sum, time) => sum + time, 0) / requests;
  const cores = (milliseconds: number) => (AIM * milliseconds / 1000).toFixed(1);
  const ofProxy = ((proxy?.processorTime() ?? 0) - proxied) / requests;
  say(
    `  ${what}: ${Math.round(requests / seconds)} kept answers a second; ` +
      `${(each * 1000).toFixed(1)} µs of processor time each, ` +
      `so ${cores(each)} cores for ${AIM} a second` +
      (proxy ? `, and nginx ${(ofProxy * 1000).toFixed(1)} µs, ${cores(ofProxy)} cores` : "") +
      `; busy ${times.map((time) => `${Math.round(time / seconds / 10)} %`).join(", ")} of a core`,
  );
}

/** Starts nginx before servers on ports of this machine; undefined where it is not installed. */
function startProxy(folder: string, ports: number[]): Promise<Nginx | undefined> {
  return startNginx(
    folder,
    (port) =>
      `upstream svc { ${ports.map((port) => `server 127.0.0.1:${port};`).join(" ")}
        keepalive 64; keepalive_requests 1000000000; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://svc;
        proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } }`,
  );
}
