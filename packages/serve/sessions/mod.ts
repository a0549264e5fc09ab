export * from "./cookie.ts";
export * from "./credentials.ts";
export * from "./sessions.ts";
export * from "./tables.ts";
