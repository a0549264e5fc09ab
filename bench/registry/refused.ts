import { load } from "./load.ts";
import { quantile, say, verdict } from "./numbers.ts";
import { type ServerProcess, startServer } from "./process.ts";

const AIM = 0.5;
const ROUNDS = 5;
const ROUND_MS = 500;
const PATH = "/api/v1/feed";

/**
 * What refusing somebody who asks too often costs, against answering them: a limit is of no use when
 * it costs more.
 */
export async function compareRefused(
  answering: ServerProcess,
  { main, folder }: { main: string; folder: string },
): Promise<void> {
  const limited = await startServer(main, [], {
    SVC_DATA: `${folder}/limited`,
    SVC_PORT: "0",
    SVC_LOG: "off",
    SVC_RATE_LIMIT: "on",
  });
  try {
    await (await fetch(`${answering.url}${PATH}`)).body?.cancel();
    const path = () => PATH;
    // Past what may be asked at once.
    await load(limited.port, path, 0, { atLeast: 10_000, counted: true });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        refused: await measured(limited, path, { counted: true }),
        answered: await measured(answering, path, { counted: true }),
      });
    }
    const ratio = quantile(rounds.map(({ refused, answered }) => refused.rate / answered.rate));
    const time = quantile(rounds.map(({ refused, answered }) => refused.time / answered.time));
    const rate = quantile(rounds.map(({ refused }) => refused.rate));
    say(
      `refused            ${verdict(ratio, AIM, "at least")} of answered, ` +
        `${time.toFixed(2)}x its processor time; ${Math.round(rate)}/s`,
    );
  } finally {
    await limited.stop();
  }
}

async function measured(
  { port, processorTime }: ServerProcess,
  path: () => string,
  options: Parameters<typeof load>[3],
) {
  const before = processorTime();
  const { rate, requests } = await load(port, path, ROUND_MS, options);
  return { rate, time: (processorTime() - before) / requests };
}
