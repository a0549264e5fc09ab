import { deepEqual, equal, match } from "node:assert/strict";
import { createLog } from "../log/log.ts";
import { errorResponse } from "./error_response.ts";

Deno.test("a full disk is told to the caller without details, and to the operator", async () => {
  const lines: string[] = [];
  const log = createLog("json", () => new Date(0), (line) => lines.push(line));
  const error = new Error("No space left on device (os error 28): /var/lib/svc/x");
  const answer = errorResponse(error, { log, requestId: "r", method: "POST", path: "/runs" });
  deepEqual([answer.status, (await answer.json()).code], [507, "storage_full"]);
  equal(lines.length, 1);
  match(lines[0]!, /POST.*\/runs.*No space left/);
});
