import type { DataReader, MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { storedDocuments } from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { answerName, answerPrefix, scenarioName } from "../naming/names.ts";
import {
  type RawGithubApiResponse,
  rawGithubApiResponseSchema,
  type RecordedAnswer,
  type RecordedRun,
} from "../outputs/raw_github_api_response.ts";
import { keyOf } from "./replay.ts";

/** A recording that can be replayed. */
export interface StoredRecording {
  head: RawGithubApiResponse;
  run: RecordedRun;
  /** Sequence numbers of the answers to each question, in the order they came. */
  answers: ReadonlyMap<string, number[]>;
}

type Data = Pick<MethodContext, "readResource"> & DataReader;

/**
 * Opens a recording of a repository.
 *
 * @throws PlatformFailure `not_found` when there is none, `refused` when it is of another repository
 *   or scenario, is not whole or is damaged.
 */
export async function openRecording(
  data: Data,
  name: RepositoryName,
  repo: string,
  scenario: string,
): Promise<StoredRecording> {
  const what = `the recording '${scenario}' of ${repo}`;
  const refused = (reason: string) =>
    new PlatformFailure("refused", { what, reason, hint: "Run fetch_from_github again" });
  const stored = await data.readResource(scenarioName(name, scenario));
  if (stored === null) {
    throw new PlatformFailure("not_found", {
      what,
      reason: "there is no such recording",
      hint: "Run fetch_from_github with this scenario first",
    });
  }
  const head = rawGithubApiResponseSchema.safeParse(stored).data;
  if (head?.run == null) throw refused("it is damaged");
  if (!sameRecording(head, repo, scenario)) {
    throw refused("it is of another repository or scenario");
  }
  if (!head.run.complete) throw refused("the fetch failed, so responses are missing");
  const answers = await answersOf(data, name, head, refused);
  return { head, run: head.run, answers };
}

/** The answers by question. Those of an earlier, longer fetch are passed over. */
async function answersOf(
  data: Data,
  name: RepositoryName,
  head: RawGithubApiResponse,
  refused: (reason: string) => PlatformFailure,
): Promise<Map<string, number[]>> {
  const { repo, scenario, fetchedAt } = head;
  const keys: (string | undefined)[] = new Array(head.run!.responses).fill(undefined);
  const documents = storedDocuments(data, {
    spec: "rawGithubApiResponse",
    prefix: answerPrefix(name, scenario),
  }, {
    schema: rawGithubApiResponseSchema,
    // What is broken is missing, which is found below.
    broken: [],
  });
  for await (const { document } of documents) {
    if (document.fetchedAt !== fetchedAt || document.answer === null) continue;
    if (!sameRecording(document, repo, scenario)) {
      throw refused("it has responses about another repository or scenario");
    }
    const { sequence, request } = document.answer;
    if (sequence >= 1 && sequence <= keys.length) keys[sequence - 1] = keyOf(request);
  }
  const answers = new Map<string, number[]>();
  for (const [index, key] of keys.entries()) {
    if (key === undefined) throw refused(`answer ${index + 1} of ${keys.length} is missing`);
    answers.set(key, [...answers.get(key) ?? [], index + 1]);
  }
  return answers;
}

/**
 * One answer, with its whole body.
 *
 * @throws PlatformFailure `refused` when a part is missing.
 */
export async function readAnswer(
  data: Data,
  name: RepositoryName,
  { head }: StoredRecording,
  sequence: number,
): Promise<RecordedAnswer> {
  const read = async (parts: readonly number[]) => {
    const names = parts.map((part) => answerName(name, head.scenario, sequence, part));
    return (await data.readResources(names)).map((stored, index) => {
      const document = rawGithubApiResponseSchema.safeParse(stored).data;
      const { answer } = document ?? {};
      const whole = document?.fetchedAt === head.fetchedAt && answer?.part === parts[index];
      if (answer && whole && answer.sequence === sequence) return answer;
      throw new PlatformFailure("refused", {
        what: `the recording '${head.scenario}' of ${head.repo}`,
        reason: `a part of answer ${sequence} is missing`,
        hint: "Run fetch_from_github again",
      });
    });
  };
  const [first] = await read([1]);
  const further = await read(
    Array.from({ length: first!.parts - 1 }, (_, index) => index + 2),
  );
  return { ...first!, body: [first!, ...further].map(({ body }) => body).join("") };
}

function sameRecording(document: RawGithubApiResponse, repo: string, scenario: string): boolean {
  return document.repo.toLowerCase() === repo.toLowerCase() && document.scenario === scenario;
}
