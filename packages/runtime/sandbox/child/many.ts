import type { ListPage } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import { optional } from "./reading.ts";

/** Names of one message, and their characters. */
const MOST = 500;
const LARGEST = 1_000_000;

/** A page as svc sends it: a record's `attributes` are its content. */
interface SentPage {
  items: { content: unknown }[];
  next: string | null;
}

/** `context.readResources` and `context.listResources` (docs/writing-an-extension.md). */
export function manyReaders(channel: Channel): Record<string, unknown> {
  return {
    readResources: (names: readonly string[]) => readResources(channel, names),
    listResources: async (spec: string, page?: ListPage | null) => {
      const { prefix, after, limit } = page ?? {};
      const { items, next } = await channel.call<SentPage>({
        op: "listResources",
        spec,
        ...optional("prefix", prefix),
        ...optional("after", after),
        ...optional("limit", limit),
      });
      return { items: items.map(withAttributes), next };
    },
  };
}

/** Asks for so many at a time, and again for those that did not fit the answer. */
async function readResources(channel: Channel, names: readonly string[]): Promise<unknown[]> {
  if (!Array.isArray(names)) throw new TypeError("readResources takes a list of names");
  const values: unknown[] = [];
  while (values.length < names.length) {
    const asked = fitting(names, values.length);
    const read = await channel.call<unknown[]>({ op: "readResources", names: asked });
    for (const value of read) values.push(value);
  }
  return values;
}

/** The names from `from` on that fit one message, at least one. */
function fitting(names: readonly string[], from: number): string[] {
  let size = 0;
  let to = from;
  while (to < names.length && to - from < MOST && size < LARGEST) {
    size += String(names[to++]).length;
  }
  return names.slice(from, to);
}

function withAttributes(record: { content: unknown }): Record<string, unknown> {
  const { content } = record;
  const isPlain = typeof content === "object" && content !== null && !Array.isArray(content);
  return { ...record, attributes: isPlain ? content : {} };
}
