import { deepEqual } from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { repositoryAt } from "@svc/runtime/repository";
import { temporaryState } from "../testing/temporary_state.ts";
import { notedRuns } from "../testing/noted_runs.ts";
import { recover } from "./recover.ts";
import { openRunStore } from "./store.ts";
import { RUN_TABLES } from "./tables.ts";

Deno.test("of the runs that a server before left, those in progress are told as interrupted", async () => {
  await using kept = await temporaryState(RUN_TABLES);
  const { state } = kept;
  const noted = notedRuns(state);
  const order = { behavior: "b", method: "m", inputs: {}, settings: {}, waitMs: 0 };
  const from = (initiatedBy: string) =>
    noted.submit({ ...order, initiatedBy, trigger: "webhook" }).then(({ id }) => id);
  const [left, ended] = [await from("left"), await from("ended")];
  await from("queued");
  noted.become(left, "running");
  noted.become(ended, "succeeded");
  const told: string[][] = [];
  recover({
    repository: repositoryAt(`${state.folder}/repository`),
    store: openRunStore(state.database),
    log: createLog("off", () => new Date()),
    observer: {
      ...{ begun() {}, stateFailed() {}, around: (_, work) => work() },
      ended: (row, { status }) => told.push([row.id, row.triggered_by, status]),
    },
    now: () => new Date(),
  });
  deepEqual(told, [[left, "webhook", "interrupted"]]);
});
