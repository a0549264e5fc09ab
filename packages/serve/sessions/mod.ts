export * from "./cookie.ts";
export * from "./credentials.ts";
export * from "./sessions.ts";
