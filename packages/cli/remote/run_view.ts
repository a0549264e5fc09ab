import type { RunResult } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import type { RunView } from "@svc/serve/answers";
import { optional } from "../client/refusal_body.ts";
import { runError } from "./refusal.ts";
import type { ServerAddress } from "./server_address.ts";

/** What a server says of a run, with an id that a command line can name. */
export function knownRun({ url }: ServerAddress, view: RunView): RunView {
  if (typeof view.id === "string" && /^[\w-]{1,64}$/.test(view.id)) return view;
  throw new SvcError("unavailable", `${url} sent a run without an id`, {
    hint: "This does not look like 'svc serve'. Check the address.",
    status: 200,
  });
}

/**
 * The result of a run that has ended.
 *
 * @throws SvcError the run's own error
 */
export function resultOf(server: ServerAddress, { status, result, error }: RunView): RunResult {
  if (status !== "succeeded") {
    const failure = runError(server, error);
    // The server was, and not the person here: that would be exit 130.
    throw failure.code === "interrupted"
      ? new SvcError("run_failed", failure.message, { ...optional("hint", failure.hint) })
      : failure;
  }
  if (typeof result === "object" && result !== null) return result;
  throw new SvcError("unavailable", `${server.url} does not report the result of the run`, {
    hint: "The server may have another version of svc: compare 'svc --version' on both machines.",
  });
}
