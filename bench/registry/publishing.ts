import { readArchive } from "@svc/scorecard/archive";
import { packageOf } from "../../packages/registry/extensions/testing/package.ts";

/** A module with many documented exports, as a large extension has. */
function largeSource(exports: number): string {
  return Array.from(
    { length: exports },
    (_, n) =>
      `/** Adds ${n} to a number.\n * @param value what to add to\n */\n` +
      `export function add${n}(value: number): number {\n  return value + ${n};\n}\n`,
  ).join("\n");
}

/** Publishing against `deno doc` alone, and reads while twenty publications run. */
export async function measurePublishing(
  url: string,
  key: string,
  say: (line: string) => void,
): Promise<void> {
  const source = largeSource(1500);
  const alone = await docAlone(source);
  const times: number[] = [];
  for (let n = 1; n <= 5; n++) {
    times.push(await (await announce(url, key, "@bench/large", n, source))());
  }
  times.sort((a, b) => a - b);
  const median = times[2]!;
  say(
    `publish (${source.length} bytes of source): ${(median / alone).toFixed(2)}x of deno doc ` +
      `--json and --lint alone (confirm ${median.toFixed(0)} ms, deno doc ${alone.toFixed(0)} ms)`,
  );

  const latencies: number[] = [];
  const confirms: (() => Promise<number>)[] = [];
  for (let n = 0; n < 20; n++) {
    confirms.push(await announce(url, key, `@bench/parallel-${n}`, 1, source));
  }
  let running = true;
  const done = Promise.all(confirms.map((confirm) => confirm())).finally(() => running = false);
  while (running) {
    const start = performance.now();
    const response = await fetch(`${url}/api/v1/extensions/@bench/extension-000001/latest`);
    await response.arrayBuffer();
    latencies.push(performance.now() - start);
  }
  const each = await done;
  latencies.sort((a, b) => a - b);
  const part = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!.toFixed(1);
  say(
    `reads while 20 publications run: median ${part(0.5)} ms, p99 ${part(0.99)} ms, slowest ` +
      `${part(1)} ms of ${latencies.length}; slowest publication ${
        Math.max(...each).toFixed(0)
      } ms`,
  );
}

/** Announces and uploads a version; what is returned confirms it and tells its milliseconds. */
async function announce(url: string, key: string, name: string, n: number, source: string) {
  const version = `2026.01.02.${n}`;
  const bytes = await packageOf({ name, version, source });
  const post = (path: string) =>
    fetch(`${url}/api/v1/extensions/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name, version }),
    });
  const { uploadUrl } = await (await post("push")).json();
  await (await fetch(uploadUrl, { method: "PUT", body: bytes })).body?.cancel();
  return async () => {
    const start = performance.now();
    const confirmed = await post("confirm");
    const text = await confirmed.text();
    if (!confirmed.ok) throw new Error(`push refused: ${text}`);
    return performance.now() - start;
  };
}

/** Median milliseconds of the two documentation commands side by side on the same sources. */
async function docAlone(source: string): Promise<number> {
  const archive = await readArchive(await packageOf({ source }));
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/hello.ts`, archive.files.get("models/hello.ts")!.bytes);
    const doc = (...args: string[]) =>
      new Deno.Command(Deno.execPath(), {
        args: ["doc", ...args, "--no-npm", "--no-remote", "--no-config", "--no-lock", "hello.ts"],
        cwd: folder,
        stdout: "piped",
        stderr: "piped",
      }).output();
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const start = performance.now();
      await Promise.all([doc("--json"), doc("--lint")]);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[2]!;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
