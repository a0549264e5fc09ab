import { createSocket } from "node:dgram";
import { randomBytes } from "node:crypto";
import { Buffer } from "node:buffer";
import { getServers } from "node:dns";

/** Whether a domain takes mail: has a mail server or an address. Undefined when that is not known. */
export type DomainLookup = (domain: string) => Promise<boolean | undefined>;

/** The record types by which a domain takes mail (RFC 5321, 5.1), as RFC 1035 and 3596 number them. */
const TYPES = { MX: 15, A: 1, AAAA: 28 } as const;

/** What a name server answers: that it has records of a name, that there are none, or neither. */
type Answer = "some" | "none" | "not known";

/**
 * Asks the first name server of this machine, or the given one.
 *
 * Deno's own look-up says "not found" also when a name server refuses or fails, which says nothing of
 * the domain. Only the head of the answer is read here: its code, and how many records it has.
 */
export function dnsLookup(
  { address, port }: { address: string; port: number } = ownNameServer(),
  patienceMs = 5_000,
): DomainLookup {
  return async (domain) => {
    for (const type of Object.values(TYPES)) {
      const answer = await ask({ address, port }, queryOf(domain, type), patienceMs);
      if (answer !== "none") return answer === "some" ? true : undefined;
    }
    return false;
  };
}

function ownNameServer(): { address: string; port: number } {
  const [first = "127.0.0.1"] = getServers();
  const [, address, port] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(first) ?? [];
  const isBare = (first.match(/:/g) ?? []).length > 1 && !first.startsWith("[");
  return isBare ? { address: first, port: 53 } : { address: address!, port: Number(port ?? 53) };
}

/** A question with one name (RFC 1035, 4.1). Undefined for what the DNS has no name for. */
function queryOf(domain: string, type: number): Buffer | undefined {
  const labels = domain.split(".").map((label) => Buffer.from(label, "latin1"));
  if (labels.some(({ length }) => length < 1 || length > 63)) return undefined;
  const head = Buffer.alloc(12);
  randomBytes(2).copy(head, 0);
  // Recursion desired, one question.
  head.writeUInt16BE(0x0100, 2);
  head.writeUInt16BE(1, 4);
  const name = labels.flatMap((label) => [Buffer.from([label.length]), label]);
  return Buffer.concat([head, ...name, Buffer.from([0, 0, type, 0, 1])]);
}

function ask(
  { address, port }: { address: string; port: number },
  query: Buffer | undefined,
  patienceMs: number,
): Promise<Answer> {
  if (query === undefined) return Promise.resolve("not known");
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve("not known"), patienceMs);
  socket.on("error", () => resolve("not known"));
  socket.on("message", (reply: Buffer) => {
    if (reply.length >= 12 && reply.subarray(0, 2).equals(query.subarray(0, 2))) {
      resolve(answerIn(reply));
    }
  });
  socket.send(query, port, address);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

/** What the head of a reply says (RFC 1035, 4.1.1). */
function answerIn(head: Buffer): Answer {
  const flags = head.readUInt16BE(2);
  const [isReply, code] = [(flags & 0x8000) !== 0, flags & 0x000f];
  if (!isReply || code !== 0 && code !== 3) return "not known";
  return code === 0 && head.readUInt16BE(6) > 0 ? "some" : "none";
}
