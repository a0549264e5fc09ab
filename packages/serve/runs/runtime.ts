// What takes a run, loaded with the first one: a server is ready before.
export { reportMaker } from "@svc/runtime/report_maker";
export { assertRunnable, runMethod } from "@svc/runtime/run";
export { sharing } from "@svc/runtime/share";
export { v7 } from "uuid";
