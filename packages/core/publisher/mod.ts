export * from "./publisher.ts";
