import { deepEqual } from "node:assert/strict";
import { writtenLines } from "./written.ts";

Deno.test("a name of which a run wrote two versions is listed once", () => {
  deepEqual(
    writtenLines([{ name: "release" }, { name: "log" }, { name: "release" }]),
    ["  wrote release", "  wrote log"],
  );
  deepEqual(writtenLines([]), []);
});
