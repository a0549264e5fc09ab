export * from "./admit.ts";
export type { MakeReports, ReportOutcome } from "./after_method.ts";
export * from "./duration.ts";
export * from "../calls/event.ts";
export * from "../admission/grant_request.ts";
export * from "./request.ts";
export * from "./run.ts";
