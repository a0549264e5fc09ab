import { BUDGETS } from "../budget/budgets.ts";
import { report } from "../budget/report.ts";
import { load } from "./load.ts";
import { startNginx } from "./nginx.ts";
import { quantile, say, verdict } from "./numbers.ts";
import type { ServerProcess } from "./process.ts";
import { nameOf } from "./seed.ts";

/** Bytes of the archive of the first extension, which is compared. */
export const ARCHIVE_BYTES = 12_000;

const ROUNDS = 5;
const ROUND_MS = 400;
const CONNECTIONS = 4;

/** That archive against nginx with the same bytes. */
export async function compareArchive(server: ServerProcess, folder: string): Promise<void> {
  const place = `/api/v1/extensions/${nameOf(0)}@2026.01.02.1/download`;
  const { headers } = await fetch(server.url + place, { redirect: "manual" });
  const signed = new URL(headers.get("location")!);
  const path = signed.pathname + signed.search;
  const body = await (await fetch(server.url + path)).bytes();
  if (body.length !== ARCHIVE_BYTES) throw new Error(`the archive has ${body.length} bytes`);
  await Deno.writeFile(`${folder}/archive`, body);
  const nginx = await startNginx(
    folder,
    (port) => `sendfile on; server { listen 127.0.0.1:${port}; root ${folder}; }`,
  );
  if (nginx === undefined) return say("archive: nginx is not installed, nothing to compare with");
  try {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        ours: await measured(server, path),
        bare: await measured(nginx, "/archive"),
      });
    }
    const ratio = quantile(rounds.map(({ ours, bare }) => ours.rate / bare.rate));
    report("pull", ratio);
    const time = quantile(rounds.map(({ ours, bare }) => ours.time / bare.time)).toFixed(1);
    const found = verdict(ratio, BUDGETS.pull.budget, "at least");
    say(`archive of ${ARCHIVE_BYTES} bytes: ${found} of nginx, ${time}x its processor time`);
  } finally {
    await nginx.stop();
  }
}

async function measured(
  { port, processorTime }: Pick<ServerProcess, "port" | "processorTime">,
  path: string,
) {
  const before = processorTime();
  const { rate, requests } = await load(port, () => path, ROUND_MS, { connections: CONNECTIONS });
  return { rate, time: Math.max(1, processorTime() - before) / requests };
}
