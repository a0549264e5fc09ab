import { readUntil } from "./read_until.ts";
import type { Person } from "./svc.ts";

/** A `svc serve` in a process of its own. */
export interface ServingProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** Everything on its stderr, once it has ended. */
  log: Promise<string>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts `svc serve` in the person's repository, at a free port unless `args` names one, and waits until
 * it listens. The person must be logged in to a registry.
 *
 * @throws Error with what it wrote when it ends instead
 */
export async function startServing(
  person: Person,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServingProcess> {
  const child = person.start(["serve", "--port", "0", ...args, "--json"], { env });
  const log = new Response(child.stderr).text();
  const { text, rest } = await readUntil(child.stdout, /"listening"/).catch(async (error) => {
    throw new Error(`svc serve did not begin to listen: ${await log}`, { cause: error });
  });
  const { url } = JSON.parse(text.split("\n").find((line) => line.includes('"listening"'))!);
  let ended = false;
  const stop = async () => {
    if (!ended) child.kill("SIGTERM");
    ended = true;
    await Promise.all([child.status, rest, log]);
  };
  return { url, pid: child.pid, log, stop, [Symbol.asyncDispose]: stop };
}
