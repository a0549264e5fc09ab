// What publishing costs beside `deno doc` alone on the same sources, and what reads feel of twenty
// large publications at once.
import { packageOf } from "../packages/registry/testing/extensions/package.ts";
import { largeFiles, largeSource } from "./registry/large.ts";
import { machine, quantile, say, verdict } from "./registry/numbers.ts";
import { commitAlone, docAlone, openAlone } from "./registry/parts.ts";
import { startServer } from "./registry/process.ts";
import { nameOf, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const PUBLICATIONS = 20;

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
try {
  say(machine());
  const key = await withStore(`${folder}/data`, async (services) => {
    const made = await seedPeople(services);
    await seedExtensions(services, 0, 1000);
    return made;
  });
  const server = await startServer(`${import.meta.dirname}/../packages/registry/main.ts`, [], {
    SVC_DATA: `${folder}/data`,
    SVC_PORT: "0",
    SVC_LOG: "off",
    SVC_RATE_LIMIT: "off",
  });
  try {
    await publish(server.url, key, "small", 30, 7);
    await publish(server.url, key, "medium", 1500, 7);
    await publish(server.url, key, "large", 7000, 2);
    await readsMeanwhile(server.url, key);
  } finally {
    await server.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Confirmations in turns with what they are made of, each of the same archive. */
async function publish(url: string, key: string, what: string, exports: number, rounds: number) {
  const source = largeSource(exports);
  const name = `@bench/${what}`;
  const parts = { confirm: [], doc: [], open: [], commit: [] } as Record<string, number[]>;
  for (let n = 0; n <= rounds; n++) {
    const version = `2026.01.02.${n + 1}`;
    const bytes = await packageOf({ name, version, source });
    const confirm = await announce(url, key, name, version, bytes);
    const times = {
      doc: await docAlone(source),
      confirm: await confirm(),
      open: await openAlone(bytes, { name, version }),
      commit: await commitAlone(folder, bytes),
    };
    // The first round starts what is kept running afterwards.
    if (n > 0) { for (const [part, time] of Object.entries(times)) parts[part]!.push(time); }
  }
  const ms = (part: string) => quantile(parts[part]!);
  const rest = ms("confirm") - ms("commit");
  say(
    `publish ${what}, ${source.length} bytes of source: ${
      (ms("confirm") / ms("doc")).toFixed(2)
    }x ` +
      `of deno doc --json and --lint alone; without one durable commit ` +
      `${verdict(rest / ms("doc"), 1.3, "at most")}`,
  );
  say(
    `  confirm ${ms("confirm").toFixed(0)} ms = deno doc ${ms("doc").toFixed(0)}, reading and ` +
      `checking ${ms("open").toFixed(0)}, durable commit of archive and row ` +
      `${ms("commit").toFixed(0)}, all else ${
        (rest - ms("doc") - ms("open")).toFixed(0)
      } (medians of ${rounds})`,
  );
}

/** The time reads take while large publications run, of what is in memory and of what is not. */
async function readsMeanwhile(url: string, key: string): Promise<void> {
  const confirms: (() => Promise<number>)[] = [];
  let packed = 0;
  const files = largeFiles(8);
  for (let n = 0; n < PUBLICATIONS; n++) {
    const name = `@bench/parallel-${n}`;
    const version = "2026.01.02.1";
    const bytes = await packageOf({
      name,
      version,
      source: largeSource(7000),
      files,
      manifest: {
        additionalFiles: [
          "README.md",
          "LICENSE",
          ...Object.keys(files).map((path) => path.slice("files/".length)),
        ],
      },
    });
    packed = bytes.length;
    confirms.push(await announce(url, key, name, version, bytes));
  }
  const paths = {
    "latest, in memory": () => "/api/v1/extensions/@bench/extension-000001/latest",
    "info, from the store": (n: number) => `/api/v1/extensions/${nameOf(2 + n % 998)}`,
    "search": () => "/api/v1/extensions/search?q=topic017",
  };
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(paths).map((what) => [what, []]),
  );
  let running = true;
  const done = Promise.all(confirms.map((confirm) => confirm())).finally(() => running = false);
  for (let n = 0; running; n++) {
    for (const [what, path] of Object.entries(paths)) {
      const start = performance.now();
      await (await fetch(url + path(n))).arrayBuffer();
      times[what]!.push(performance.now() - start);
    }
    // Readers come and go; a loop without a pause would measure a saturated processor.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const slowest = Math.max(...await done);
  say(
    `${PUBLICATIONS} publications at once, ${packed} packed bytes each, done in ` +
      `${(slowest / 1000).toFixed(1)} s; reads meanwhile (aim: within 50 ms):`,
  );
  for (const [what, of] of Object.entries(times)) {
    const late = of.filter((time) => time > 50).length;
    say(
      `  ${what.padEnd(20)} median ${quantile(of).toFixed(1)} ms, p99 ` +
        `${quantile(of, 0.99).toFixed(1)} ms, slowest ${quantile(of, 1).toFixed(1)} ms; ` +
        `${late} of ${of.length} beyond 50 ms`,
    );
  }
}

/** Announces and uploads a version; what is returned confirms it and tells its milliseconds. */
async function announce(
  url: string,
  key: string,
  name: string,
  version: string,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const post = (path: string) =>
    fetch(`${url}/api/v1/extensions/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name, version }),
    });
  const { uploadUrl } = await (await post("push")).json();
  const uploaded = await fetch(uploadUrl, { method: "PUT", body: bytes });
  if (!uploaded.ok) throw new Error(`upload refused: ${await uploaded.text()}`);
  await uploaded.body?.cancel();
  return async () => {
    const start = performance.now();
    const confirmed = await post("confirm");
    const text = await confirmed.text();
    if (!confirmed.ok) throw new Error(`push refused: ${text}`);
    return performance.now() - start;
  };
}
