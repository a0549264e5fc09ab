export * from "./bucket.ts";
export * from "./network.ts";
export * from "./refusal_of.ts";
