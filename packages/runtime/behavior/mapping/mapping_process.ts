// Evaluates mappings in a process of its own, which the mapper can kill.
import { answerQuestions } from "../../base/process/answers.ts";
import { answerMapping } from "./answer.ts";

if (import.meta.main) await answerQuestions(answerMapping);
