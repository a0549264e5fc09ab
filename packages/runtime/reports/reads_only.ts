import { SvcError } from "@svc/core/error";
import type { Call } from "../run/protocol.ts";

/** What a report may ask of svc: to read. Whatever is added to the protocol is refused at first. */
const READS: ReadonlySet<unknown> = new Set<Call["op"]>([
  "readModelData",
  "readResource",
  "getContent",
  "listVersions",
  "findByName",
  "findById",
  "findBySpec",
  "findAllForModel",
  "findAllForType",
  "findAllGlobal",
  "findDefinitions",
  "queryData",
]);

type Answer = (call: Call, signal?: AbortSignal) => Promise<unknown>;

/** As `answer`, for questions that read; all others are refused. */
export function readsOnly(answer: Answer): Answer {
  return async (call, signal) => {
    if (READS.has(call.op)) return await answer(call, signal);
    throw new SvcError("permission_denied", "A report reads data and writes none", {
      hint: "What it returns is kept: { markdown, json }.",
    });
  };
}
