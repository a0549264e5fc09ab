import { equal, rejects } from "node:assert/strict";
import type { Call } from "../run/protocol.ts";
import { refusal } from "../testing/refusal.ts";
import { readsOnly } from "./reads_only.ts";

const answer = readsOnly(({ op }) => Promise.resolve(op));
const call = (op: string) => ({ op }) as Call;

for (const op of ["readResource", "getContent", "findBySpec", "queryData"]) {
  Deno.test(`a report may ask for ${op}`, async () => {
    equal(await answer(call(op)), op);
  });
}

for (
  const op of [
    "writeResource",
    "writeResources",
    "openFile",
    "closeFile",
    "deleteResource",
    "deleteData",
    "runModel",
    "somethingNew",
    "has",
    "toString",
  ]
) {
  Deno.test(`a report may not ask for ${op}, although its process can send anything`, async () => {
    await rejects(answer(call(op)), refusal("permission_denied", /writes none/));
  });
}
