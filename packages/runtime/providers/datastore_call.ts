import { SvcError } from "@svc/core/error";
import type { Redactor } from "../sandbox/redaction/redactor.ts";
import type { ProviderQuestion } from "../sandbox/protocol.ts";
import { nameOf, wordsOf } from "./failure.ts";
import type { CallOptions, Outcome, Session } from "./session.ts";
import type { AdmittedProvider, ProviderLimits } from "./subject.ts";

/** An open datastore. */
export interface OpenDatastore {
  session: Session;
  provider: AdmittedProvider;
  exchange: string;
  config: Record<string, unknown>;
  limits: ProviderLimits;
  redactor: Pick<Redactor, "text">;
}

/** What a call gave. What it threw is the datastore's failure. */
export async function valueOf(
  datastore: OpenDatastore,
  question: ProviderQuestion,
  options: CallOptions,
): Promise<unknown> {
  const { session } = datastore;
  return await session.ask(
    question,
    options,
    (outcome) => valueIn(datastore, question.op, outcome),
  );
}

/** What an answer holds. @throws SvcError `datastore_failed` for what the datastore threw */
export async function valueIn(
  datastore: OpenDatastore,
  op: ProviderQuestion["op"],
  { answer, process }: Outcome,
): Promise<unknown> {
  if (!("error" in answer)) return answer.value;
  throw failed(datastore, `${op}: ${await wordsOf(answer.error, await process.bundle)}`);
}

/** The failure of a datastore that threw or lied. */
export function failed({ session, provider }: OpenDatastore, why: string): SvcError {
  return session.told(
    new SvcError("datastore_failed", `The datastore ${nameOf(provider)} failed: ${why}`, {
      hint: "'svc datastore status' checks it.",
    }),
  );
}
