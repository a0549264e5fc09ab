import { isSvcError, type SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { lineTransport, type Streams } from "@svc/serve/mcp";
import { createParser } from "eventsource-parser";
import { readText } from "../client/body.ts";
import { ownHeaders } from "../client/own_headers.ts";
import { isOfType } from "../remote/call.ts";
import { serverRefusal, unanswered } from "../remote/refusal.ts";
import type { ServerAddress } from "../remote/server_address.ts";
import { isRequest, type Message, nameHeader, versionIn } from "./message.ts";

/** Bytes of one answer, and characters of one event. */
const LONGEST = 16 * 1024 * 1024;

/** Milliseconds that the end of a session may take; the server ends it by itself later. */
const GOODBYE_MS = 2000;

/** What a client says once it was greeted. */
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" } as const;

/** An error of JSON-RPC for what is between here and the server. */
const BETWEEN = -32000;

/**
 * Hands the messages of an agent at two streams on to a server, and its answers back, until the input
 * ends. Runs at the server go on.
 */
export async function bridge(
  server: ServerAddress,
  streams: Streams,
  signal: AbortSignal,
): Promise<void> {
  const wire = lineTransport(streams);
  const connection = connectionTo(server, (message) => wire.send(message as never));
  const ended = Promise.withResolvers<void>();
  wire.onmessage = (message) => void connection.relay(message as Message);
  wire.onclose = () => ended.resolve();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  await wire.start();
  await ended.promise;
  await connection.end();
  await wire.close();
}

function connectionTo(
  server: ServerAddress,
  answer: (message: unknown) => Promise<void>,
) {
  let session: string | undefined;
  let version: string | undefined;
  let hello: Message | undefined;
  /** Until the greeting is answered nobody knows the session that all else belongs to. */
  let greeted: Promise<void> = Promise.resolve();
  const open = new Map<unknown, AbortController>();
  const ending = new AbortController();
  /** A new session that is being begun. */
  let renewal: Promise<void> | undefined;

  const post = async (message: Message, signal: AbortSignal): Promise<Response> => {
    const response = await ask(server, "POST", signal, {
      ...(session === undefined || message === hello ? {} : { "mcp-session-id": session }),
      ...headersOf(message, version),
    }, JSON.stringify(message));
    session = response.headers.get("mcp-session-id") ?? session;
    return response;
  };
  const again = async (): Promise<void> => {
    for (const message of [hello!, INITIALIZED]) {
      await (await post(message, ending.signal)).body?.cancel();
    }
  };
  /**
   * A server that was restarted knows no session of before: the agent need not notice. Of many messages
   * that learn of it at once, the first begins a session for all.
   */
  const renewed = async (before: string): Promise<void> => {
    if (session === before) renewal ??= again().finally(() => renewal = undefined);
    await renewal;
  };
  const exchange = async (message: Message, signal: AbortSignal): Promise<void> => {
    if (message.method === "initialize") hello = message;
    const before = session;
    let response = await post(message, signal);
    if (response.status === 404 && before !== undefined && message !== hello) {
      await response.body?.cancel();
      await renewed(before);
      response = await post(message, signal);
    }
    for await (const answered of messagesOf(server, response)) {
      if (message === hello) version = versionIn(answered) ?? version;
      await answer(isRequest(message) ? named(answered, message) : answered);
    }
  };
  return {
    async relay(message: Message) {
      const { method, params } = message;
      const cancelled = method === "notifications/cancelled" ? params?.["requestId"] : undefined;
      // Clients of 2026 cancel by going away; the message is only for streams like ours.
      if (cancelled !== undefined && hello === undefined) return open.get(cancelled)?.abort();
      const controller = new AbortController();
      if (isRequest(message)) open.set(message.id, controller);
      const before = greeted;
      const done = Promise.withResolvers<void>();
      if (method === "initialize") greeted = done.promise;
      try {
        await before;
        controller.signal.throwIfAborted();
        await exchange(message, controller.signal);
      } catch (error) {
        if (!isRequest(message) || controller.signal.aborted) return;
        await answer(
          failure(message, isSvcError(error) ? error : unanswered(server, error, GOODBYE_MS)),
        );
      } finally {
        done.resolve();
        if (isRequest(message)) open.delete(message.id);
      }
    },
    async end() {
      ending.abort();
      for (const controller of open.values()) controller.abort();
      if (session === undefined) return;
      const goodbye = AbortSignal.timeout(GOODBYE_MS);
      await ask(server, "DELETE", goodbye, { "mcp-session-id": session }).then(
        (response) => response.body?.cancel(),
        () => {},
      );
    },
  };
}

/** An answer under the id of its request: a server that did not read so far answers under none. */
function named(answered: unknown, { id }: Message): unknown {
  return isRecord(answered) && answered["id"] === null ? { ...answered, id } : answered;
}

function headersOf(message: Message, version: string | undefined): Record<string, string> {
  const own = versionIn(message);
  const said = own ?? version;
  return {
    "content-type": "application/json",
    ...(said === undefined || message.method === "initialize"
      ? {}
      : { "mcp-protocol-version": said }),
    // Of the protocol of 2026.
    ...(own === undefined || message.method === undefined ? {} : {
      "mcp-method": message.method,
      ...nameHeader(message),
    }),
  };
}

async function ask(
  { url, token, client }: ServerAddress,
  method: "POST" | "DELETE",
  signal: AbortSignal,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  return await fetch(`${url}/mcp`, {
    method,
    headers: {
      ...headers,
      "accept": "application/json, text/event-stream",
      "authorization": `Bearer ${token}`,
      ...ownHeaders({}),
    },
    redirect: "manual",
    signal,
    ...(body === undefined ? {} : { body }),
    ...(client === undefined ? {} : { client }),
  });
}

/**
 * The messages of an answer.
 *
 * @throws SvcError what the server refused outside of the protocol
 */
async function* messagesOf(server: ServerAddress, response: Response): AsyncGenerator<unknown> {
  if (isOfType(response, "text/event-stream") && response.body !== null) {
    const complete: string[] = [];
    const parser = createParser({
      maxBufferSize: LONGEST,
      onEvent: ({ data }) => void complete.push(data),
    });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      parser.feed(text);
      for (const data of complete.splice(0)) yield* parsed(data);
    }
    return;
  }
  if (response.status === 202 || response.status === 204) return void await response.body?.cancel();
  if (!isOfType(response, "application/json")) throw await serverRefusal(server, response);
  const text = await readText(response.clone(), LONGEST);
  const messages = parsed(text);
  if (messages.length === 0) throw await serverRefusal(server, response);
  await response.body?.cancel();
  yield* messages;
}

/** The text as a message of JSON-RPC; nothing for anything else. */
function parsed(text: string): unknown[] {
  const value = parsedJson(text);
  return isRecord(value) && value["jsonrpc"] === "2.0" ? [value] : [];
}

function failure({ id }: Message, error: SvcError): unknown {
  const { error: message, code, hint } = error.toJSON();
  return {
    jsonrpc: "2.0",
    id,
    error: {
      code: BETWEEN,
      message: hint === undefined ? message : `${message}\n${hint}`,
      data: { code },
    },
  };
}
