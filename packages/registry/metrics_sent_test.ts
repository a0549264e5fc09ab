import { deepEqual, equal, ok } from "node:assert/strict";
import { collectorEnv, exposedValues, startCollector } from "@svc/fakes/collector";
import { startProcess } from "./testing/process.ts";
import { prepared, read, secretly } from "./testing/telemetry.ts";

const QUICKLY = { OTEL_METRIC_EXPORT_INTERVAL: "50" };

/** These go up and down while nobody asks anything. */
const RESTLESS = /^(?:process_resident_memory|svc_(?:database|disk_free)_bytes|svc_job)/;

const READ = 'svc_requests_total{route="/metrics",status="200"}';

Deno.test("everything that /metrics tells is sent as well, with the same values", async () => {
  await using place = await prepared();
  await using collector = startCollector();
  const server = await startProcess(place.data, { ...collector.env, ...QUICKLY });
  await secretly(server, place.key);
  const told = async () => exposedValues(await (await fetch(`${server.url}/metrics`)).text());
  const before = await told();
  const { values } = await collector.counted((values) => values.get(READ) === 1);
  const after = await told();
  await server.end("SIGTERM");

  const names = (some: ReadonlyMap<string, number>) =>
    new Set([...some.keys()].map((value) => value.replace(/\{.*/, "")));
  deepEqual([...names(before)].filter((name) => !names(values).has(name)), []);
  deepEqual([...names(values)].filter((name) => !names(after).has(name)), []);
  for (const [name, value] of before) {
    if (RESTLESS.test(name)) continue;
    const sent = values.get(name)!;
    const [least, most] = [value, after.get(name)!].sort((one, other) => one - other);
    ok(least! <= sent && sent <= most!, `${name}: ${value}, then ${sent}, then ${most}`);
  }
  const standing = [...before].filter(([name, value]) => after.get(name) === value);
  ok(standing.length > 50, "most must be equal, and not only between");
});

Deno.test("metrics tell nothing that a request said of itself, and nothing that Deno counts of it", async () => {
  await using place = await prepared();
  await using collector = startCollector();
  const server = await startProcess(place.data, { ...collector.env, ...QUICKLY });
  const secrets = await secretly(server, place.key);
  const stranger = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const request = "GET /hid-path HTTP/1.1\r\nHost: hid-host.example\r\nConnection: close\r\n\r\n";
  await stranger.write(new TextEncoder().encode(request));
  await new Response(stranger.readable).text();
  equal(await read(`${server.url}/metrics`), 200);
  await collector.counted((values) => values.get(READ) === 1);
  equal((await server.end("SIGTERM")).code, 0);

  const scopes = collector.metrics.flatMap(({ scopes }) => [...scopes]);
  deepEqual([...new Set(scopes)].sort(), ["svc", "v8js"]);
  const sent = collector.texts.join();
  for (const secret of [...secrets, "hid-host"]) equal(sent.includes(secret), false, secret);
});

Deno.test("without a collector a server answers and ends", async () => {
  await using place = await prepared();
  const port = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const closed = `http://127.0.0.1:${(port.addr as Deno.NetAddr).port}`;
  port.close();
  const server = await startProcess(place.data, { ...collectorEnv(closed), ...QUICKLY });
  for (let n = 0; n < 20; n++) equal(await read(`${server.url}/metrics`), 200);
  equal((await server.end("SIGTERM")).code, 0);
});

Deno.test("metrics are sent without traces, and traces without metrics", async () => {
  await using place = await prepared();
  for (
    const [off, sent, unsent] of [["TRACING", "metrics", "spans"], [
      "METRICS",
      "spans",
      "metrics",
    ]] as const
  ) {
    await using collector = startCollector();
    const env = { ...collector.env, ...QUICKLY, [`OTEL_DENO_${off}`]: "false" };
    const server = await startProcess(place.data, env);
    equal(await read(`${server.url}/metrics`), 200);
    if (off === "TRACING") await collector.counted((values) => values.get(READ) === 1);
    await server.end("SIGTERM");
    ok(collector[sent].length > 0, sent);
    deepEqual(collector[unsent], []);
  }
});
