import { admit, type Caller, callerOf, countCall, limitedAs, NOBODY } from "../access/mod.ts";
import { type Call, json, notFound, Refusal, refusalAnswer } from "../call/mod.ts";
import type { Description, GivenAnswer } from "../description/mod.ts";
import type { Match } from "../description/operation.ts";
import { followAllHeads } from "../pull/mod.ts";
import type { Random } from "../random/mod.ts";
import { handlerOf } from "../routes/mod.ts";
import type { State } from "../state/mod.ts";
import { gated } from "./gates.ts";
import { unchanged } from "./conditional.ts";
import { graphqlAnswer } from "./graphql.ts";
import type { ApiRequest } from "./request.ts";
import { standardHeaders } from "./standard_headers.ts";

/** What the front of a code host works with. */
export interface FrontParts {
  state: State;
  /** Takes what the description does not allow: one sentence each. */
  violation(text: string): void;
}

/** Answers a request below the host's own address: who calls, what, may they, and is it as described. */
export async function answerRequest(parts: FrontParts, request: ApiRequest): Promise<Response> {
  const { state } = parts;
  const said = `${request.method} ${request.url.pathname}`;
  const violation = (text: string) => parts.violation(`${said}: ${text}`);
  let caller = NOBODY;
  let answer = await refusing(violation, async () => {
    caller = callerOf(state.tokens, request.headers);
    countCall(state.limits, limitedAs(caller.token), request.url.pathname);
    return await serve(parts, request, caller, violation);
  });
  answer = await unchanged(state, request, caller, answer);
  for (const [name, value] of standardHeaders(state, request, caller, answer)) {
    answer.headers.set(name, value);
  }
  return answer;
}

/** The operation's answer, when the description has it. */
async function serve(
  parts: FrontParts,
  request: ApiRequest,
  caller: Caller,
  violation: FrontParts["violation"],
): Promise<Response> {
  const body = parsedBody(request);
  if (request.url.pathname === "/graphql") return graphqlAnswer(caller, body, parts);
  const description = await described();
  const path = currentPath(parts.state, request.url.pathname);
  const match = description.find(request.method, path);
  if (!match) {
    violation("the description has no such operation");
    throw notFound();
  }
  const faults = description.requestFaults(match, { query: request.url.searchParams, body });
  for (const fault of faults) violation(fault);
  admit({ token: caller.token, ...match });
  const answer = await operate(parts, { ...request, ...match, body, ...caller });
  return await changedAnswer(answer, (given) => description.filled(match, given));
}

/** Holds an answer to the description; what it does not allow is told to `violation`. */
export async function checkAnswer(
  { violation }: Pick<FrontParts, "violation">,
  description: Description,
  match: Match,
  answer: Response,
): Promise<void> {
  const faults = description.answerFaults(match, await given(answer));
  for (const fault of faults) violation(`${match.route}: ${fault}`);
}

/** An answer in another of the forms that the description allows. */
export const variedAnswer = (
  description: Description,
  match: Match,
  answer: Response,
  random: Random,
): Promise<Response> => changedAnswer(answer, (given) => description.varied(match, given, random));

/** An answer with another body, as far as it is JSON. */
async function changedAnswer(
  answer: Response,
  change: (given: GivenAnswer) => unknown,
): Promise<Response> {
  const read = await given(answer);
  if (read.body === undefined) return answer;
  await answer.body?.cancel();
  const { status, headers } = answer;
  return new Response(JSON.stringify(change(read)), { status, headers });
}

/** What an answer holds, which can be read again. */
async function given(answer: Response): Promise<GivenAnswer> {
  const mediaType = answer.headers.get("content-type")?.split(";")[0];
  // An answer of no type is bytes as they come: to wait for all of them would hold it back.
  const text = mediaType === undefined ? "" : await answer.clone().text();
  const isJson = mediaType !== undefined && /[/+]json$/.test(mediaType) && text !== "";
  return {
    status: answer.status,
    mediaType: text === "" ? undefined : mediaType,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** The description, read when the first request comes. */
export const described = async (): Promise<Description> =>
  (await import("../description/loaded.ts")).description;

interface Operation extends ApiRequest, Caller {
  route: string;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

async function operate(parts: FrontParts, operation: Operation): Promise<Response> {
  const { state } = parts;
  const { body } = operation;
  const call: Call = {
    ...operation,
    url: shortened(operation.url, state.paging.most),
    body: body !== null && typeof body === "object" ? { ...body } : {},
    state,
  };
  const stopped = gated(call);
  if (stopped) return stopped;
  const handler = handlerOf(call.route);
  if (handler) return await inTurn(call, async () => await handler(call));
  parts.violation(`${call.route}: the stand-in does not have this operation yet`);
  return json({ message: "Not Implemented" }, 501);
}

/** Reads happen at any time, writes to a repository one after another. */
function inTurn(call: Call, act: () => Promise<Response>): Promise<Response> {
  const { owner, repo } = call.params;
  if (call.method === "GET" || !owner || !repo) return act();
  return call.state.turns(`${owner}/${repo}`.toLowerCase(), async () => {
    const answer = await act();
    await followAllHeads(call);
    return answer;
  });
}

/** The address with at most this many entries per page, as a host gives that has shorter ones. */
function shortened(url: URL, most: number): URL {
  const asked = Number(url.searchParams.get("per_page") ?? 30);
  if (asked <= most) return url;
  const shorter = new URL(url);
  shorter.searchParams.set("per_page", String(most));
  return shorter;
}

/** A handler's refusal as its answer. Any other error is a fault of the stand-in. */
async function refusing(
  violation: FrontParts["violation"],
  body: () => Promise<Response>,
): Promise<Response> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    violation(error instanceof Error ? error.stack ?? error.message : String(error));
    return json({ message: "Server Error" }, 500);
  }
}

/** `/repositories/{id}/…`, where redirects of moved repositories lead, as `/repos/{owner}/{repo}/…`. */
export function currentPath(state: State, path: string): string {
  const found = /^\/repositories\/(\d+)(\/.*)?$/.exec(path);
  const project = found ? state.projects.byId(Number(found[1])) : undefined;
  return project ? `/repos/${project.owner}/${project.name}${found![2] ?? ""}` : path;
}

/** The JSON of a body, or undefined. Clients leave the media type out now and then. */
function parsedBody({ bytes }: ApiRequest): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
