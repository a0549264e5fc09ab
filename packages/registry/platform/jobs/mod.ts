export * from "./jobs.ts";
export * from "./dead.ts";
export * from "./lease.ts";
export * from "./queue.ts";
export * from "./runner.ts";
export * from "./worker.ts";
