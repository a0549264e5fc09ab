export * from "./evaluate.ts";
export * from "./show.ts";
