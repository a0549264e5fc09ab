// Reads for the server in a process of its own, so that no reading holds up its other requests, and
// one that takes too long or too much memory can be ended.
import { isSvcError, SvcError } from "@svc/core/error";
import { answerQuestions } from "@svc/runtime/process";
import type { ReadingKey } from "../inputs/inputs.ts";
import { READINGS } from "../operations/readings.ts";
import { viewOf } from "../operations/view.ts";
import { LONGEST_ANSWER, type ReaderAnswer, type ReaderQuestion } from "./reader.ts";

async function answer<Key extends ReadingKey>(
  { repository, question: { key, input, rights } }: ReaderQuestion<Key>,
): Promise<ReaderAnswer> {
  try {
    const text = JSON.stringify(await READINGS[key](viewOf(repository, rights), input));
    if (text.length > LONGEST_ANSWER) throw tooMuch();
    return { text };
  } catch (error) {
    const refusal = isTooLong(error) ? tooMuch() : error;
    if (!isSvcError(refusal)) throw error;
    return { refused: { ...refusal.toJSON(), status: refusal.status } };
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

if (import.meta.main) await answerQuestions<ReaderQuestion, ReaderAnswer>(answer);
