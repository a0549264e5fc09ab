import { Buffer } from "node:buffer";
import type { DataHandle } from "../../platform/context.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { gather, type Transport } from "../../platform/transport.ts";
import { answerName } from "../naming/names.ts";
import type {
  RawGithubApiResponse,
  RecordedAnswer,
  SourceMethod,
} from "../outputs/raw_github_api_response.ts";
import { encodeBody, splitText } from "./body.ts";
import { keyOf, type Question, questionOf } from "./replay.ts";
import type { Scrub } from "./scrub.ts";

/** Headers that say something about an answer's meaning, and nothing about who asked. */
const HEADERS = [
  "content-type",
  "link",
  "location",
  "x-accepted-github-permissions",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
] as const;

/** Documents or characters of bodies that are gathered before they are written. */
const MOST_DOCUMENTS = 100;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** What a recording is about. */
export interface Recording {
  name: RepositoryName;
  repo: string;
  scenario: string;
  sourceMethod: SourceMethod;
  /** When the fetch began: tells its answers from those of an earlier one. */
  fetchedAt: string;
}

/** Keeps the answers to all requests that go through its transport. */
export interface Recorder {
  /** A transport that keeps what another one is answered. */
  around(send: Transport): Transport;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
  /** Answers kept so far. */
  count(): number;
  handles(): DataHandle[];
}

type Item = { spec: string; name: string; data: RawGithubApiResponse };

/**
 * A recorder that writes documents as they come.
 *
 * @param write writes documents and returns when they are safe
 */
export function recorder(
  recording: Recording,
  scrub: Scrub,
  write: (items: readonly Item[]) => Promise<DataHandle[]>,
): Recorder {
  const handles = new Map<string, DataHandle>();
  const waiting = new Map<string, Item>();
  /** Where the last answer to a question stands, and whether it only asked for another try. */
  const last = new Map<string, { sequence: number; again: boolean }>();
  let characters = 0;
  let count = 0;
  let written: Promise<void> = Promise.resolve();

  /** One after the other, so that a name is written in the order its answers came. */
  function flush(): Promise<void> {
    const items = [...waiting.values()];
    waiting.clear();
    characters = 0;
    return written = written.then(async () => {
      if (items.length === 0) return;
      for (const handle of await write(items)) handles.set(handle.name, handle);
    });
  }

  async function keep(question: Question, answer: Response, body: Uint8Array): Promise<void> {
    const key = keyOf(question);
    const before = last.get(key);
    // A try that failed and was made again is not part of what a replay is told.
    const sequence = before?.again ? before.sequence : ++count;
    last.set(key, { sequence, again: asksAgain(answer) });
    for (const item of documents(recording, sequence, answerOf(question, answer, body, scrub))) {
      waiting.set(item.name, item);
      characters += item.data.answer!.body.length;
    }
    if (waiting.size >= MOST_DOCUMENTS || characters >= MOST_CHARACTERS) await flush();
  }

  return {
    around: (send) => async (url, request) => {
      const answer = await send(url, request);
      const { status, headers } = answer;
      const pieces = answer.body === null ? [] : await gather(answer.body, request.method);
      const body = new Uint8Array(await new Blob(pieces).arrayBuffer());
      await keep(questionOf(url, request, scrub), answer, body);
      return new Response(body.byteLength === 0 ? null : body, { status, headers });
    },
    flush,
    count: () => count,
    handles: () => [...handles.values()],
  };
}

/** Whether the client may ask again for this answer's sake. */
function asksAgain({ status, headers }: Response): boolean {
  return status >= 500 || status === 429 ||
    (status === 403 &&
      (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"));
}

function answerOf(
  request: Question,
  { status, headers }: Response,
  bytes: Uint8Array,
  scrub: Scrub,
): Omit<RecordedAnswer, "sequence" | "part" | "parts"> {
  const kept = HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, scrub.address(value)]];
  });
  const { encoding, text } = encodeBody(scrubbed(bytes, scrub));
  return {
    request,
    status,
    headers: Object.fromEntries(kept),
    encoding,
    body: text,
    bytes: bytes.byteLength,
  };
}

/** Bytes without credentials; only where there are any do they change. */
function scrubbed(bytes: Uint8Array, scrub: Scrub): Uint8Array {
  const text = latin1(bytes);
  const clean = scrub.body(text);
  return clean === text ? bytes : Uint8Array.from(clean, (character) => character.charCodeAt(0));
}

/** One character a byte, whatever the bytes mean. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function documents(
  { name, repo, scenario, sourceMethod, fetchedAt }: Recording,
  sequence: number,
  answer: Omit<RecordedAnswer, "sequence" | "part" | "parts">,
): Item[] {
  const parts = splitText(answer.body);
  return parts.map((body, index) => ({
    spec: "rawGithubApiResponse",
    name: answerName(name, scenario, sequence, index + 1),
    data: {
      repo,
      scenario,
      sourceMethod,
      kind: "response",
      run: null,
      answer: { sequence, part: index + 1, parts: parts.length, ...answer, body },
      fetchedAt,
    },
  }));
}
