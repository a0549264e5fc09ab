export * from "./analyst.ts";
export * from "./process.ts";
export type { Submission } from "./submission.ts";
export { tracedAnalyst } from "./traced.ts";
