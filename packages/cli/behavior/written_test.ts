import { deepEqual } from "node:assert/strict";
import { writtenLines } from "./written.ts";

Deno.test("a name that a run wrote twice is listed once, with its last version", () => {
  deepEqual(
    writtenLines([
      { name: "release", version: 4 },
      { name: "log", version: 1 },
      { name: "release", version: 5 },
    ]),
    ["  wrote release (version 5)", "  wrote log"],
  );
  deepEqual(writtenLines([]), []);
});
