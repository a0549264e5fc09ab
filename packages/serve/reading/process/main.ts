// Reads for the server in a process of its own, so that no reading holds up its other requests, and
// one that takes too long or too much memory can be ended.
import { isSvcError, SvcError } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import type { ReadingKey } from "../inputs/inputs.ts";
import type { Question } from "../operations/question.ts";
import { READINGS } from "../operations/readings.ts";
import { viewOf } from "../operations/view.ts";
import { framesOf, type Head, LONGEST_ANSWER } from "./frame.ts";

async function answer<Key extends ReadingKey>(
  repository: Repository,
  { key, input, rights }: Question<Key>,
) {
  try {
    const value = await READINGS[key](viewOf(repository, rights), input);
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    if (bytes.length > LONGEST_ANSWER) throw tooMuch();
    await write({ bytes: bytes.length }, bytes);
  } catch (error) {
    const refusal = isTooLong(error) ? tooMuch() : error;
    await write(
      isSvcError(refusal)
        ? { refused: { ...refusal.toJSON(), status: refusal.status } }
        : { failed: String((error as Error)?.stack ?? error) },
    );
  }
}

/** More than one text of JavaScript can hold. */
function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && /string length/.test(error.message);
}

function tooMuch(): SvcError {
  return new SvcError("memory_limit", "The answer would be larger than 64 MB", {
    hint: "Ask for fewer results at a time.",
    status: 400,
  });
}

async function write(head: Head, body: Uint8Array = new Uint8Array()): Promise<void> {
  const writer = Deno.stdout.writable.getWriter();
  await writer.write(new TextEncoder().encode(`${JSON.stringify(head)}\n`));
  if (body.length > 0) await writer.write(body);
  writer.releaseLock();
}

if (import.meta.main) {
  const repository = JSON.parse(Deno.args[0]!) as Repository;
  const questions = framesOf(Deno.stdin.readable);
  for (let next; (next = await questions.head()) !== undefined;) {
    await answer(repository, next as Question);
  }
}
