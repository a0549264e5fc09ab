import type { ShareOptions } from "@svc/runtime/share";
import type { Context } from "../frame/command.ts";

/** What of a command's context asking about a datastore needs. */
export type AskingContext = Pick<Context, "host" | "json" | "note" | "progress" | "warn">;

/**
 * How a command that uses a datastore asks its user, warns and shows what takes long.
 *
 * @param agreed the person has said yes on the command line
 */
export function questionsOf(
  context: AskingContext,
  agreed: boolean,
): Pick<ShareOptions, "env" | "onWarning" | "phase" | "onGrant" | "onAgree"> {
  const { host, warn, note, progress } = context;
  return {
    env: host.env,
    onWarning: warn,
    phase: (label, work) => progress.phase(label, work),
    onGrant: async (request) => {
      const { grantDatastore } = await import("./grant.ts");
      await grantDatastore(context, request, agreed);
    },
    onAgree: async (datastore) => {
      const { agree, agreementLines } = await import("./agree.ts");
      if (!agreed) return await agree(context, datastore);
      for (const line of agreementLines(datastore)) note(line);
    },
  };
}
