export * from "./cache.ts";
export * from "./policy.ts";
export * from "./cached_answers.ts";
export * from "./send.ts";
export * from "./stranger.ts";
