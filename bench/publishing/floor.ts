import { commitAlone, docAlone } from "../registry/parts.ts";

/** The slowest of all calls, in milliseconds, when `width` of them run at a time. */
async function inTurns(calls: readonly (() => Promise<unknown>)[], width: number) {
  const start = performance.now();
  const waiting = calls.values();
  await Promise.all(Array.from({ length: width }, async () => {
    for (const call of waiting) await call();
  }));
  return performance.now() - start;
}

/** Twenty confirmations at a handler that does nothing but make bytes and a row durable. */
export async function bareCommits(folder: string, archives: readonly Uint8Array<ArrayBuffer>[]) {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      await commitAlone(folder, archives[Number(await request.text())]!);
      return Response.json({});
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  return await Promise.all(archives.map(async (_, n) => {
    const start = performance.now();
    await (await fetch(url, { method: "POST", body: String(n) })).arrayBuffer();
    return performance.now() - start;
  }));
}

/** `deno doc` alone over the same sources, as many at a time as there are cores. */
export async function docsAlone(sources: readonly string[]): Promise<number> {
  return await inTurns(
    sources.map((source) => () => docAlone(source)),
    navigator.hardwareConcurrency,
  );
}
