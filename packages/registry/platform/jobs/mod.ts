export * from "./jobs.ts";
export * from "./lease.ts";
export * from "./queue.ts";
export * from "../../features/extensions/upload/sweep.ts";
export * from "./work.ts";
export * from "./worker.ts";
