// Evaluates costly expressions in a process of its own, which the evaluator can kill.
import { answerQuestions } from "../../base/process/answers.ts";
import { evaluateStep } from "./step.ts";

if (import.meta.main) await answerQuestions(evaluateStep);
