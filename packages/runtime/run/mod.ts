export * from "./admit.ts";
export * from "./duration.ts";
export * from "./event.ts";
export * from "./grant_request.ts";
export * from "./request.ts";
export * from "./run.ts";
