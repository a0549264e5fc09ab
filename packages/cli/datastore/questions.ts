import type { ShareOptions } from "@svc/runtime/share";
import type { Context } from "../frame/command.ts";
import type { Answers } from "../permission/allow.ts";

/** What of a command's context asking about a datastore needs. */
export type AskingContext = Pick<Context, "host" | "json" | "note" | "progress" | "warn">;

/**
 * How a command that uses a datastore asks its user, warns and shows what takes long.
 *
 * @param answers undefined for a command without options that could agree to something
 */
export function questionsOf(
  context: AskingContext,
  answers: Answers | undefined,
): Pick<ShareOptions, "env" | "onWarning" | "phase" | "onGrant" | "onAgree"> {
  const { host, warn, progress } = context;
  return {
    env: host.env,
    onWarning: warn,
    phase: (label, work) => progress.phase(label, (_pause, meter) => work(meter)),
    onGrant: async (request) => {
      const { grantOwn } = await import("../behavior/grant.ts");
      await grantOwn(context, request, answers);
    },
    onAgree: async (datastore) => {
      const { agree } = await import("./agree.ts");
      await agree(context, datastore, answers);
    },
  };
}
