import { isClarification } from "../queue/decide.ts";
import type { Facts } from "../queue/facts.ts";

/** What stands between a subject and the next step; `unknown` is never taken for `no`. */
export interface Question {
  question: string;
  answer: "yes" | "no" | "unknown";
  /** More about it; empty when there is nothing to say. */
  detail: string;
}

/** Whether somebody can go on with it. */
export type Verdict = "Ready" | "Not Ready" | "Unknown";

/** The questions and what their answers say together. */
export interface Readiness {
  /** `Not Ready` for any yes, `Ready` when all are no; null for what is closed. */
  verdict: Verdict | null;
  questions: Question[];
}

/** How a pull request's readiness is judged. */
interface Judged {
  isOpen: boolean;
  needsClarificationLabels: readonly string[];
}

/** The readiness of a pull request, by the same facts as in the queue. */
export function readinessOfPr(facts: Facts, judged: Judged): Readiness {
  return together(judged.isOpen, [
    { question: "Is it a draft?", answer: facts.draft ? "yes" : "no", detail: "" },
    checksFail(facts),
    changesRequested(facts),
    clarification(facts.labels, judged),
    {
      question: "Is something not known?",
      answer: facts.missing.length > 0 ? "unknown" : "no",
      detail: facts.missing.join(", "),
    },
  ]);
}

/** The readiness of an issue: whether it waits for an explanation. */
export function readinessOfIssue(labels: readonly string[], judged: Judged): Readiness {
  return together(judged.isOpen, [clarification(labels, judged)]);
}

function together(isOpen: boolean, questions: Question[]): Readiness {
  const has = (answer: Question["answer"]) => questions.some((one) => one.answer === answer);
  const verdict = !isOpen ? null : has("yes") ? "Not Ready" : has("unknown") ? "Unknown" : "Ready";
  return { verdict, questions };
}

function checksFail({ checks, failing }: Facts): Question {
  const question = "Do checks fail?";
  if (checks === "failure") return { question, answer: "yes", detail: failing.join(", ") };
  if (checks === "success") return { question, answer: "no", detail: "" };
  if (checks === "none") return { question, answer: "no", detail: "there are none" };
  const detail = checks === null ? "not read for the current head" : "some are not finished";
  return { question, answer: "unknown", detail };
}

function changesRequested({ decision, reviewers }: Facts): Question {
  const question = "Are changes requested?";
  if (reviewers === null) {
    return { question, answer: "unknown", detail: "its reviews are not read" };
  }
  const by = reviewers.filter(({ state }) => state === "changes-requested");
  const answer = by.length > 0 || decision === "changes-requested" ? "yes" : "no";
  return { question, answer, detail: by.map(({ login }) => login).join(", ") };
}

function clarification(labels: readonly string[], judged: Judged): Question {
  const asking = labels.filter((label) => isClarification(label, judged));
  return {
    question: "Does it need clarification?",
    answer: asking.length > 0 ? "yes" : "no",
    detail: asking.join(", "),
  };
}
