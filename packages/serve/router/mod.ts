export * from "./application.ts";
export * from "./prepared_reads.ts";
