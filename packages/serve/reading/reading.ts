import { isUnchanged } from "@svc/http/input";
import { getData } from "@svc/runtime/data";
import type { Repository } from "@svc/runtime/repository";
import { createHash } from "node:crypto";
import type { ReadingInput, ReadingKey } from "./inputs/inputs.ts";
import { READINGS } from "./operations/readings.ts";
import { viewOf } from "./operations/view.ts";
import { startReader } from "./process/reader.ts";
import { readersOf } from "./process/readers.ts";
import type { Reads } from "./reads.ts";

/** Bytes of content that are read and parsed in the server's own process. */
const MOST_CONTENT = 256 * 1024;

/** Readings that look at few files. */
const SHORT: ReadonlySet<ReadingKey> = new Set([
  "behaviors.search",
  "behaviors.get",
  "behaviors.describe",
  "types.search",
  "types.describe",
]);

/** Opens what reads a repository for callers. Processes start when they are needed. */
export function readsOf(repository: Repository): Reads {
  const readers = readersOf(() => startReader(repository));
  return {
    async answer(key, input, { caller: { rights, credentialId }, request }) {
      const view = viewOf(repository, rights);
      const text = await isShort(view, key, input)
        ? JSON.stringify(await READINGS[key](view, input))
        : await readers.ask({ key, input, rights }, credentialId, request.signal);
      return answerTo(request, text);
    },
    [Symbol.asyncDispose]: () => readers[Symbol.asyncDispose](),
  };
}

/** Whether it takes no time, and need not be done in a process of its own. */
async function isShort<Key extends ReadingKey>(
  repository: Repository,
  key: Key,
  input: ReadingInput<Key>,
): Promise<boolean> {
  if (key !== "data.get") return SHORT.has(key);
  const { behavior, name, version, content } = input as ReadingInput<"data.get">;
  if (content === false) return true;
  const { size } = await getData(repository, behavior, name, { version, content: false });
  return size <= MOST_CONTENT;
}

/** The answer with this JSON text, or that the client has it already. */
function answerTo({ headers }: Request, text: string): Response {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 32)}"`;
  const all = {
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    etag,
  };
  return isUnchanged(headers.get("if-none-match"), etag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(text, { headers: { ...all, "content-type": "application/json" } });
}
