import { Buffer } from "node:buffer";
import { addressOf, type Bindings, type Ended } from "./exchange.ts";
import type { RequestHead } from "./request_head.ts";
import { LONGEST_HEAD, type PlainHead, plainHead, type PlainHeaders } from "./plain_head.ts";
import type { Reply } from "./reply.ts";
import type { Parsed, Parser, ToParser } from "./own_parser.ts";
import { wireOf } from "./wire.ts";

/** What is said of a request that was asked about before the parser of the server had it. */
export interface Asked {
  reply: Reply | undefined;
  bindings: Bindings;
}

/** A connection whose requests are answered ahead of the parser where that is possible. */
export interface Ahead {
  /** What was said of the request that the parser has just read; undefined if it was not asked. */
  asked(): Asked | undefined;
  /** Settles when what was answered is given to the system, or the connection gone. */
  sent(): Promise<void>;
}

/** How requests of a connection are answered ahead. */
export interface AheadOptions {
  /** The reply that is ready. */
  prepared(request: RequestHead, bindings: Bindings): Reply | undefined;
  ended: ((exchange: Ended) => void) | undefined;
  /** True when nothing of the connection is asked or unsent, and more may follow. */
  isFree(): boolean;
  /** The end of every head, for now. */
  perSecond(): string;
  /** Milliseconds in which the other end has to read something, and may send nothing. */
  silence: number;
  idle: number;
}

/** Bytes of answers that are written before the other end has read them. */
const MOST_UNREAD = 64 * 1024;

/** How long the rest of a head that came behind others may take before the parser gets it, in ms. */
const SOON = 1000;

/**
 * Answers what is ready on a connection of plain HTTP without the server's parser and its objects,
 * in a seventh of the time: as long as nothing else is asked on it, and requests come whole and in
 * the form that has one meaning only. All other bytes go to the parser as they came.
 *
 * The first request is the parser's: its time limit for heads ends with the first one it reads.
 * Undefined where Deno's server of Node is not as in 2.9; everything goes its way then.
 */
export function answerAhead(
  socket: Parsed,
  { data: toParser, end: endParser }: ToParser,
  options: AheadOptions,
): Ahead | undefined {
  const { parser } = socket;
  if (!parser?.unconsume || !toParser || !endParser) return undefined;
  const parsing = noticeBegin(parser);
  if (parsing === undefined) return undefined;
  const { prepared, ended, perSecond } = options;
  const address = addressOf(socket);
  let asked: Asked | undefined;
  /** What was asked while the other end has not read the answers before. */
  let unread: Buffer | undefined;
  /** The beginning of a request, until the rest comes. */
  let begun: Buffer | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let headers: PlainHeaders | undefined;

  parser.unconsume();
  socket.removeListener("data", toParser);
  socket.removeListener("end", endParser);
  socket.on("data", take);
  socket.on("end", end);
  socket.once("close", forget);
  return {
    asked() {
      parsing.begun = false;
      const said = asked;
      asked = undefined;
      return said;
    },
    sent: () =>
      new Promise((resolve) => {
        if (!socket.writable || socket.writableLength === 0) resolve();
        else socket.write("", () => resolve());
      }),
  };

  function take(chunk: Buffer): void {
    if (unread !== undefined) {
      unread = Buffer.concat([unread, chunk]);
      return;
    }
    const left = begun === undefined ? chunk : Buffer.concat([begun, chunk]);
    forget();
    goThrough(left, false);
  }

  /** Nothing more is asked: the parser then ends the connection behind the last answer that it knows. */
  function end(): void {
    isOver = true;
    if (unread !== undefined) return;
    giveBegun();
    endParser!();
  }

  /** @param behind whether answers were just given to what came before it */
  function goThrough(bytes: Buffer, behind: boolean): void {
    let left = bytes;
    while (left.length > 0 && mayAnswer()) {
      const answered = answer(left);
      if (answered === 0) break;
      left = left.subarray(answered);
      behind = true;
      if (socket.writableNeedDrain) return wait(left);
    }
    if (left.length === 0) return;
    if (behind && mayAnswer() && isBeginning(left)) return keep(left);
    toParser!(left);
    asked = undefined;
  }

  /** Many requests that come at once are cut anywhere: what follows soon makes the last one whole. */
  function keep(left: Buffer): void {
    begun = left;
    soon = setTimeout(giveBegun, SOON);
  }

  function giveBegun(): void {
    const left = begun;
    forget();
    if (left !== undefined) toParser!(left);
  }

  function forget(): void {
    clearTimeout(soon);
    begun = undefined;
  }

  function mayAnswer(): boolean {
    return asked === undefined && !parsing!.begun && socket.writable && options.isFree();
  }

  /** Answers what is asked at the beginning, if it is ready, and returns how many bytes of it. */
  function answer(chunk: Buffer): number {
    const began = performance.now();
    const text = chunk.toString("latin1");
    const all: Ended[] = [];
    let at = 0;
    let out = "";
    while (at < text.length && out.length < MOST_UNREAD) {
      const head = plainHead(text, at, headers);
      if (head === undefined) break;
      headers = head.headers;
      const bindings = ended === undefined ? address : { ...address, record: {} };
      const reply = prepared(heardOf(head), bindings);
      const written = reply && wireOf(reply, head.method, perSecond());
      if (reply === undefined || written === undefined) {
        asked = { reply, bindings };
        break;
      }
      at = head.end;
      out += written;
      if (ended === undefined) continue;
      const { method, target } = head;
      const { status } = reply;
      const { record = {} } = bindings as Bindings;
      all.push({ method, target, status, bytes: written.length, milliseconds: 0, record });
    }
    if (out !== "") socket.write(out, "latin1");
    const milliseconds = performance.now() - began;
    for (const exchange of all) ended!({ ...exchange, milliseconds });
    return at;
  }

  /** Reads no more until the other end has. */
  function wait(left: Buffer): void {
    unread = left;
    socket.pause();
    socket.setTimeout(options.silence);
    socket.once("drain", () => {
      socket.setTimeout(options.idle);
      const next = unread!;
      unread = undefined;
      goThrough(next, true);
      if (unread !== undefined) return;
      socket.resume();
      if (isOver) end();
    });
  }
}

/** True for what may be a plain head as far as it goes. */
function isBeginning(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 6);
  return start !== "" && ("GET /".startsWith(start.slice(0, 5)) || "HEAD /".startsWith(start)) &&
    bytes.length < LONGEST_HEAD && !bytes.includes("\r\n\r\n");
}

/** Whether the parser is within a request that it has not told of; undefined where that is not said. */
function noticeBegin(parser: Parser): { begun: boolean } | undefined {
  const event = (parser.constructor as { kOnMessageBegin?: number }).kOnMessageBegin ?? -1;
  const tell = parser[event];
  if (typeof tell !== "function") return undefined;
  const notice = { begun: false };
  parser[event] = (...given: unknown[]) => {
    notice.begun = true;
    return tell.apply(parser, given);
  };
  return notice;
}

function heardOf({ method, target, headers }: PlainHead): RequestHead {
  return { method, url: `http://${headers.host}${target}`, headers };
}
