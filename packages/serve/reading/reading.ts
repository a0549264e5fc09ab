import { keepDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { type RequestHead, responseOf } from "@svc/http/listener";
import { isUnchanged, targetOf } from "@svc/http/input";
import type { Caller } from "../caller/caller.ts";
import { readInProcess } from "./in_process.ts";
import { type Made, type Prepared, preparedAnswers } from "./prepared/prepared.ts";
import { prepare, unchanged } from "./prepared/reply.ts";
import { rightsKey } from "./prepared/rights_key.ts";
import { startReader } from "./process/reader.ts";
import { readersOf } from "./process/readers.ts";
import type { Asked, Reads } from "./reads.ts";
import type { ReadingInput, ReadingKey } from "./inputs/inputs.ts";
import { viewOf } from "./operations/view.ts";

const NEVER = new AbortController().signal;

/** Opens what reads a repository for callers. Processes start when they are needed. */
export function readsOf(plain: Repository): Reads {
  const definitions = keepDefinitions(plain);
  const repository: Repository = { ...plain, cache: definitions };
  const readers = readersOf(() => startReader(plain));
  const answers = preparedAnswers();

  async function make<Key extends ReadingKey>(
    key: Key,
    input: ReadingInput<Key>,
    { caller, request }: Asked,
  ): Promise<Made> {
    const { rights, credentialId } = caller;
    const here = await readInProcess(viewOf(repository, rights), definitions, key, input);
    if (here !== undefined) {
      return prepare(key, new TextEncoder().encode(JSON.stringify(here.value)), here.evidence);
    }
    const question = { key, input, rights };
    // Of an answer that several wait for, nobody's leaving is the end.
    const signal = request.method === "POST" ? request.signal : NEVER;
    return prepare(key, await readers.ask(question, credentialId, signal), undefined);
  }

  return {
    async answer(key, input, asked) {
      const { request, caller } = asked;
      const made = () => make(key, input, asked);
      const answer = request.method === "POST"
        ? await made()
        : await answers.load(keyOf(request, caller), made);
      return responseOf(replyTo(request, answer));
    },
    prepared(request, caller) {
      if (request.method !== "GET") return undefined;
      const answer = answers.get(keyOf(request, caller));
      if (answer === undefined) return undefined;
      return { key: answer.key, reply: replyTo(request, answer) };
    },
    view: (rights) => viewOf(repository, rights),
    changed() {
      definitions.look();
      answers.clear();
    },
    async [Symbol.asyncDispose]() {
      await readers[Symbol.asyncDispose]();
    },
  };
}

function replyTo({ headers }: RequestHead, answer: Prepared) {
  const { etag, reply } = answer;
  return isUnchanged(headers.get("if-none-match"), etag) ? unchanged(etag) : reply;
}

/** What is asked for as it was sent, and the rights. HEAD is the same as GET. */
function keyOf({ url }: RequestHead, { rights }: Caller): string {
  return `${rightsKey(rights)} ${targetOf(url)}`;
}
