import type { TransportRequest } from "../../platform/transport.ts";
import type { RecordedAnswer } from "../outputs/raw_github_api_response.ts";
import type { Scrub } from "./scrub.ts";

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
export function shownQuestion({ method, path }: Question): string {
  return `${method} ${path}`;
}
