import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { isSvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { assertModestMessages } from "../protocol/modest.ts";
import { type Line, linesOf, LONGEST_LINE } from "./lines.ts";

/** The two ends of a line protocol. */
export interface Streams {
  input: ReadableStream<Uint8Array>;
  /** Writes all of it, or throws when nobody reads any more. */
  write(bytes: Uint8Array): Promise<void>;
}

/**
 * Messages as lines of JSON, one each. Unlike the library's own, it answers what is not a message, as
 * JSON-RPC asks for, rather than leave its sender waiting.
 */
export function lineTransport({ input, write }: Streams): Transport {
  const reader = input.getReader();
  let last = Promise.resolve();
  let isClosed = false;
  const send = (message: unknown) => {
    if (isClosed) return Promise.resolve();
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    last = last.then(() => write(bytes)).catch(close);
    return last;
  };
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    reader.cancel().catch(() => {});
    transport.onclose?.();
  };
  const receive = async () => {
    for await (const line of linesOf(chunksOf(reader))) {
      if (isClosed) return;
      const read = messageOf(line);
      if (read === undefined) continue;
      if ("refused" in read) await send(read.refused);
      else transport.onmessage?.(read.message);
    }
  };
  const transport: Transport = {
    start() {
      // What cannot be read is an end as well.
      receive().catch(() => {}).finally(close);
      return Promise.resolve();
    },
    send,
    close() {
      close();
      return Promise.resolve();
    },
  };
  return transport;
}

type Read = { message: JSONRPCMessage } | { refused: unknown };

/** A message, or what is answered to a line that is not one; nothing for an empty one. */
function messageOf(line: Line): Read | undefined {
  if ("tooLong" in line) {
    return refused(null, INVALID_REQUEST, `The message is longer than ${LONGEST_LINE} bytes`);
  }
  if (line.text.trim() === "") return undefined;
  let value: unknown;
  try {
    assertModestMessages(line.text);
    value = JSON.parse(line.text);
  } catch (error) {
    if (isSvcError(error)) return refused(null, INVALID_REQUEST, error.message);
    return refused(null, PARSE_ERROR, "The line is not JSON");
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return refused(idOf(value), INVALID_REQUEST, "The line is not a message of JSON-RPC 2.0");
  }
}

function idOf(value: unknown): string | number | null {
  const id = isRecord(value) ? value["id"] : undefined;
  return typeof id === "string" || Number.isSafeInteger(id) ? id as string | number : null;
}

function refused(id: string | number | null, code: number, message: string): Read {
  return { refused: { jsonrpc: "2.0", id, error: { code, message } } };
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return;
    yield value;
  }
}
