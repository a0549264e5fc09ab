export * from "./answerer.ts";
export { answerQuestions } from "./answers.ts";
