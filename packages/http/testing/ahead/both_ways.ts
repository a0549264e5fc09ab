import assert from "node:assert/strict";
import { type AheadServer, connect, readAll, readUntil } from "./server.ts";

/** What a connection led to. */
interface Outcome {
  /** All that came back, without the time of day. */
  said: string;
  asked: string[];
  /** In no order: one that waits to be sent may be told of before the one ahead of it. */
  ended: string[];
}

/** A parser as no release of Deno has it today: with nothing by which it could be gone around. */
const { HTTPParser } = await import("node:_http_common" as string);

/**
 * Sends the same pieces over a connection that may be answered ahead and over one that only the
 * server's own parser reads. All that comes back must be the same, and so must what was asked, in
 * order, and told of.
 */
export async function sameBothWays(server: AheadServer, pieces: readonly string[]): Promise<void> {
  const [ahead, plain] = await bothWays(server, pieces);
  assert.deepEqual(ahead, plain, JSON.stringify(pieces));
}

/**
 * The same for pieces over which the server may break off a connection. The answers that are not
 * sent at that moment are lost, so on one way there may be more than on the other.
 */
export async function alikeUntilCut(server: AheadServer, pieces: readonly string[]): Promise<void> {
  const [ahead, plain] = (await bothWays(server, pieces)).map(({ asked, said }) => ({
    asked,
    ...answersOf(said),
  })) as [Answers, Answers];
  const [shorter, longer] = ahead.answers.length < plain.answers.length
    ? [ahead, plain]
    : [plain, ahead];
  const seen = {
    asked: longer.asked,
    answers: longer.answers.slice(0, shorter.answers.length),
    refusal: shorter.refusal === undefined ? undefined : longer.refusal,
  };
  assert.deepEqual(seen, shorter, JSON.stringify(pieces));
}

interface Answers {
  asked: string[];
  answers: string[];
  /** Of the connection, after which there is nothing. */
  refusal: string | undefined;
}

function answersOf(said: string): Omit<Answers, "asked"> {
  // Whether to go on is told only where nothing is sent before.
  const answers = said.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "").split(/(?=HTTP\/1\.1 )/)
    // Where the connection was reset first, there is none.
    .filter((answer) => answer !== "");
  const refused = answers.at(-1)?.includes("\r\nconnection: close\r\n\r\n{") === true;
  const refusal = refused ? answers.pop() : undefined;
  return { answers, refusal };
}

async function bothWays(
  server: AheadServer,
  pieces: readonly string[],
): Promise<[ahead: Outcome, plain: Outcome]> {
  const { kOnMessageBegin } = HTTPParser;
  const ahead = await outcomeOf(server, pieces, await connect(server));
  HTTPParser.kOnMessageBegin = undefined;
  const plain = await connect(server).finally(() => HTTPParser.kOnMessageBegin = kOnMessageBegin);
  return [ahead, await outcomeOf(server, pieces, plain)];
}

async function outcomeOf(
  server: AheadServer,
  pieces: readonly string[],
  connection: Deno.TcpConn,
): Promise<Outcome> {
  using beside = await connect(server);
  using open = connection;
  server.asked = [];
  server.ended = [];
  server.handled = 0;
  let closed = false;
  const said = readAll(open).finally(() => closed = true);
  for (const piece of pieces) {
    const bytes = Uint8Array.from(piece, (character) => character.charCodeAt(0));
    // A server that has closed the connection takes no more.
    await open.write(bytes).catch(() => {});
    await turn(beside);
  }
  server.release();
  // A request is told of when its answer is sent.
  while (!closed && openRequests(server) > 0) {
    server.release();
    await turn(beside);
  }
  await open.closeWrite().catch(() => {});
  return {
    said: (await said).replaceAll(/Date: [^\r]*/g, "Date: today"),
    asked: server.asked.filter((request) => !request.includes(BESIDE)),
    ended: server.ended.filter(({ target }) => target !== BESIDE)
      .map(({ method, target, status, record }) => `${method} ${target} ${status} ${record.route}`)
      .sort(),
  };
}

const BESIDE = "/none?beside";

/** A turn of the server, in which it reads what has come. */
async function turn(beside: Deno.Conn): Promise<void> {
  await beside.write(new TextEncoder().encode(`HEAD ${BESIDE} HTTP/1.1\r\nhost: a\r\n\r\n`));
  await readUntil(beside, "\r\n\r\n");
}

function openRequests({ asked, ended }: AheadServer): number {
  return asked.length - ended.length;
}
