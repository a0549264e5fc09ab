export * from "./answer.ts";
export * from "./bytes.ts";
export * from "./call.ts";
export * from "./page.ts";
export * from "./repository.ts";
export * from "./user.ts";
