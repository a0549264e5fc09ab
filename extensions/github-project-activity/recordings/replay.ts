import { PlatformFailure } from "../../platform/failure.ts";
import type { Transport, TransportRequest } from "../../platform/transport.ts";
import type { RecordedAnswer } from "../outputs/raw_github_api_response.ts";
import { decodeBody } from "./body.ts";
import { type Scrub, scrubbing } from "./scrub.ts";

/**
 * A transport that asks nobody: it answers each question with what was recorded for it, repeats in
 * the order they came.
 *
 * @param answers sequence numbers of the answers to each question
 * @param read gives an answer by its number
 */
export function replaying(
  answers: ReadonlyMap<string, readonly number[]>,
  read: (sequence: number) => Promise<RecordedAnswer>,
): Transport {
  const used = new Map<string, number>();
  // A recording holds no credentials, and addresses that it gives are as it holds them.
  const scrub = scrubbing("");
  return async (url, request) => {
    const question = questionOf(url, request, scrub);
    const key = keyOf(question);
    const turn = used.get(key) ?? 0;
    const sequence = answers.get(key)?.[turn];
    if (sequence === undefined) {
      throw new PlatformFailure("refused", {
        reason: `the recording has no ${turn === 0 ? "answer" : "further answer"} to ${
          shownQuestion(question)
        }`,
        hint: "Use the methodArgs of the fetch, or run fetch_from_github again",
      });
    }
    used.set(key, turn + 1);
    const { status, headers, encoding, body } = await read(sequence);
    const bytes = decodeBody({ encoding, text: body });
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
  };
}

/** A request as a recording holds it: without credentials, and without the host. */
export type Question = RecordedAnswer["request"];

/** What is asked by a request. */
export function questionOf(url: string, request: TransportRequest, scrub: Scrub): Question {
  const { pathname, search } = new URL(url);
  return {
    method: request.method,
    path: scrub.address(pathname + search),
    accept: request.headers.accept ?? "",
  };
}

/** A text that is the same for the same question only. */
export function keyOf({ method, path, accept }: Question): string {
  return `${method} ${path} ${accept}`;
}

/** A question for a message. */
function shownQuestion({ method, path }: Question): string {
  return `${method} ${path}`;
}
