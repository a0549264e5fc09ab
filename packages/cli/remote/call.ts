import { isSvcError, SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import type { Answer } from "@svc/serve/answers";
import { type OperationKey, OPERATIONS } from "@svc/serve/api";
import { readText } from "../client/body.ts";
import { ownHeaders } from "../client/own_headers.ts";
import { serverRefusal, strangeAnswer, unanswered } from "./refusal.ts";
import type { ServerAddress } from "./server_address.ts";

/** How long a server may take, in milliseconds: to begin a stream, and to answer whole. */
export const PATIENCE = { connect: 15_000, request: 30_000 } as const;

/** The longest answer read into memory, in bytes: lists and contents that fit a terminal are shorter. */
const LONGEST = 64 * 1024 * 1024;

/** What an operation is asked with. */
export interface ServerRequest {
  /** By the names in the path of the operation's row. */
  params?: Readonly<Record<string, string>>;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the whole answer is there (default: 30,000). */
  patienceMs?: number;
}

/**
 * Asks a server for one operation and answers its JSON, an object or a list.
 *
 * @throws SvcError the server's refusal with its code, hint and details; `server_unreachable` or
 *   `timeout` when there is no answer; `unavailable` when it is not what svc knows.
 */
export async function callServer<Key extends OperationKey>(
  server: ServerAddress,
  key: Key,
  { patienceMs = PATIENCE.request, ...request }: ServerRequest = {},
): Promise<Answer<Key>> {
  const timeout = AbortSignal.timeout(patienceMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  try {
    const response = await send(server, key, { ...request, signal }, "application/json");
    if (!isOfType(response, "application/json")) throw await strangeAnswer(server, response);
    return document<Key>(server, await readText(response, LONGEST));
  } catch (error) {
    throw isSvcError(error) ? error : unanswered(server, error, patienceMs);
  }
}

/**
 * Sends one request and answers the response of a 2xx status, whose body is still to be read.
 * Redirects are not followed: they would take the token along.
 */
export async function send(
  server: ServerAddress,
  key: OperationKey,
  { params, query, body, headers, signal }: ServerRequest,
  accept: string,
): Promise<Response> {
  const response = await fetch(server.url + operationPath(key, params, query), {
    method: OPERATIONS[key].method,
    headers: {
      ...headers,
      "accept": accept,
      "authorization": `Bearer ${server.token}`,
      ...ownHeaders({}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    ...(server.client === undefined ? {} : { client: server.client }),
  });
  if (response.ok) return response;
  throw await serverRefusal(server, response);
}

/** Whether an answer says that it is of a media type, whatever parameters it has. */
export function isOfType(response: Response, type: string): boolean {
  const [said = ""] = (response.headers.get("content-type") ?? "").split(";");
  return said.trim().toLowerCase() === type;
}

function document<Key extends OperationKey>(
  server: ServerAddress,
  text: string,
): Answer<Key> {
  const value = parsedJson(text);
  if (typeof value === "object" && value !== null) return value as Answer<Key>;
  throw new SvcError(
    "unavailable",
    `${server.url} sent an answer that is not JSON`,
    {
      hint: "Check the address; 'svc serve' prints it when it starts.",
      status: 200,
    },
  );
}

/** Values of a query; those that are undefined are left out, a list stands once for each value. */
type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * The path of an operation below a server's address, with its query. Each parameter is encoded whole,
 * so that no name leads elsewhere.
 *
 * @throws SvcError `invalid_argument` for a name that no path can hold
 */
function operationPath(
  key: OperationKey,
  params: Readonly<Record<string, string>> = {},
  query: Query = {},
): string {
  const path = OPERATIONS[key].path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => segment(params[name]!),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined ? [] : [String(value)]).map((one) => [
      name,
      one as string,
    ])
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** `.` and `..` are steps of a path also when they are encoded. */
function segment(name: string): string {
  if (name !== "" && name !== "." && name !== ".." && name.isWellFormed()) {
    return encodeURIComponent(name);
  }
  throw new SvcError("invalid_argument", `${JSON.stringify(name)} is not a name`);
}
