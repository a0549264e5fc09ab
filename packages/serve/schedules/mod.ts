export { cronTimes } from "./cron.ts";
export * from "./operator.ts";
export type { Overlap, Schedule } from "./schedule.ts";
export { inZone } from "./times.ts";
export { scheduleList, scheduleShown } from "./view.ts";
