import { rejects } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { createReads } from "./read_calls.ts";
import type { Call } from "../../sandbox/protocol.ts";

const WRITES = [
  { op: "writeResource", spec: "s", name: "x", data: {}, overrides: {} },
  { op: "writeResources", items: [{ spec: "s", name: "x", data: {}, overrides: {} }] },
  { op: "openFile", spec: "s", name: "x", overrides: {} },
  { op: "closeFile", writer: 1 },
  { op: "deleteResource", name: "x" },
  { op: "deleteData", type: "@acme/x", model: "x", name: "x" },
  { op: "runModel", definition: "x", method: "x" },
];
for (const call of WRITES) {
  Deno.test(`who may only read may not ask for ${call.op}, although its process can send anything`, async () => {
    await using folder = await temporaryFolder();
    const read = createReads({
      repository: repositoryAt(folder.path),
      owner: { type: "@acme/x", id: "x" },
      definition: {
        type: "@acme/x",
        id: "x",
        name: "x",
        version: 1,
        tags: {},
        globalArguments: {},
        methods: {},
      },
      access: { mayRead: () => true, denied: () => new Error() as never },
      log: () => {},
    });
    await rejects(read(call as Call), refusal("permission_denied", /A report cannot write data/));
  });
}
