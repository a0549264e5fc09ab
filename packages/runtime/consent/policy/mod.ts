export * from "./apply.ts";
export * from "./policy.ts";
export * from "./read.ts";
export * from "./line.ts";
export * from "./question.ts";
