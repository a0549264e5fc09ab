export * from "./answers.ts";
export * from "./kept.ts";
export * from "./ready.ts";
export * from "./route.ts";
export * from "./send.ts";
export * from "./stranger.ts";
