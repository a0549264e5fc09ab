import type { UseOptions } from "@svc/runtime/datastores";
import type { Context, OptionSpec } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

/** How long a sync may take. */
export const TIMEOUT = {
  kind: "text",
  value: "<time>",
  summary: "The longest that each direction may take: 90, 30s, 5m; 5m when left out",
} as const satisfies OptionSpec;

/** Most milliseconds of a sync: six hours. */
const LONGEST = 21_600_000;

/** What a command on a datastore goes by. */
export async function useOptions(
  context: Pick<Context, "host" | "json" | "note" | "progress" | "warn">,
  { signal, timeout, agreed = false }: {
    signal?: AbortSignal;
    timeout?: string | undefined;
    /** The person has said yes on the command line. */
    agreed?: boolean;
  } = {},
): Promise<UseOptions> {
  const timeoutMs = timeout === undefined ? undefined : await milliseconds(timeout);
  return {
    env: context.host.env,
    signal,
    timeoutMs,
    onWarning: context.warn,
    phase: (label, work) => context.progress.phase(label, work),
    onGrant: async (request) => {
      const { grantDatastore } = await import("./grant.ts");
      await grantDatastore(context, request, agreed);
    },
    onAgree: async (datastore) => {
      const { agree, agreementLines } = await import("./agree.ts");
      if (!agreed) return await agree(context, datastore);
      for (const line of agreementLines(datastore)) context.note(line);
    },
  };
}

async function milliseconds(text: string): Promise<number> {
  const { parseDuration } = await import("@svc/runtime/run");
  const value = parseDuration(text);
  if (value > LONGEST) throw usage("--timeout may be six hours at most");
  return value;
}
