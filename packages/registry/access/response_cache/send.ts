import { isSvcError } from "@svc/core/error";
import { type RequestHead, responseOf } from "@svc/http/listener";
import { makeShortest, prepare, replyOf } from "@svc/http/prepared";
import type { Principal } from "../credential/principal.ts";
import type { Services } from "../services.ts";
import type { AnswerKey, CachedAnswer } from "./cache.ts";
import { type CachePolicy, passesBy } from "./policy.ts";

/** A request for something that may be kept. */
export interface Asked {
  policy: CachePolicy;
  key: AnswerKey;
  /** What answers, as logs and metrics name it. */
  route: string;
  /** The extensions that the answer is about, unless making it tells. */
  names?: readonly string[];
  /** When the address ends, for one that does (milliseconds since the epoch). */
  expires?: number;
  request: Pick<Request, "method" | "headers" | "url">;
  principal: Principal;
}

/** What is made for a stranger: the response, and what is done each time it is sent. */
export interface Made {
  response: Response;
  names?: readonly string[];
  sent?: CachedAnswer["sent"];
}

/**
 * Answers what may be kept: with the answer there is, else with what `make` makes for a stranger who
 * sends nothing but the address, which is then kept. Undefined for a caller who is to be answered by
 * who they are: one with a credential, where it makes a difference or a stranger sees nothing; and
 * for a request that passes by what is kept.
 *
 * @throws what `make` throws, to a stranger
 */
export async function sendCached(
  { responseCache: answers }: Pick<Services, "responseCache">,
  asked: Asked,
  make: () => Promise<Made>,
): Promise<Response | undefined> {
  const { policy, key, names = [], expires, route, request, principal } = asked;
  const stranger = principal.kind === "anonymous";
  if (!stranger && !policy.toAll || passesBy(policy, request.headers)) return undefined;
  let found = answers.get(key);
  if (found === undefined) {
    const before = answers.generation();
    const made = stranger ? await make() : await seenByStrangers(make);
    if (made === undefined) return undefined;
    const answer = await prepare(made.response, policy);
    if (answer === undefined) return stranger ? asItIs(made, asked) : undefined;
    found = { answer, policy, names: made.names ?? names, route, sent: made.sent ?? [] };
    answers.add(key, found, before);
    const accepted = request.headers.get("accept-encoding");
    await makeShortest(answer.forms, accepted, answers.compressor);
  }
  answers.remember(addressOf(request.url), key, expires);
  return responseOf(replyTo(found, answers.compressor, request, principal));
}

/** What may not be kept, for the one who asked. */
function asItIs({ response, sent = [] }: Made, { request, principal }: Asked): Response {
  if (request.method !== "HEAD") sent.forEach((act) => act(principal));
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

/** What strangers are refused that others may see. */
const SEEN_BY_SOME: ReadonlySet<string> = new Set(["not_found", "quarantined"]);

/** Undefined where a stranger is told that there is no such thing. */
async function seenByStrangers(make: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (isSvcError(error) && SEEN_BY_SOME.has(error.code)) return undefined;
    throw error;
  }
}

/** A kept answer as the reply to a request, counted where it counts. */
export function replyTo(
  { answer, sent }: CachedAnswer,
  compressor: Services["responseCache"]["compressor"],
  request: Pick<RequestHead, "method" | "headers">,
  principal: Principal,
) {
  const scope = principal.kind === "anonymous" ? "public" : "private";
  const reply = replyOf(answer, request, compressor, scope);
  if (request.method !== "HEAD") sent.forEach((act) => act(principal));
  return reply;
}

/** Path and query of a URL as they were sent. */
export function addressOf(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

/** The request that a kept answer is made for: the address, and nothing of who asks or how. */
export function bareRequest(baseUrl: string, url: string): Request {
  return new Request(new URL(baseUrl).origin + addressOf(url));
}
