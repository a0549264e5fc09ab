export * from "./not_asked.ts";
