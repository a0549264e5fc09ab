export * from "./bare.ts";
export * from "./commits.ts";
export * from "./diffs.ts";
export * from "./first_commit.ts";
export * from "./merges.ts";
export * from "./objects.ts";
export * from "./refs.ts";
export * from "./tags.ts";
