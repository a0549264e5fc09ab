import { equal } from "node:assert/strict";
import { ranOutOfMemory } from "./limits.ts";

Deno.test("what does not fit is told from other ends of a process, whatever did not fit", () => {
  for (
    const line of [
      "Fatal JavaScript out of memory: Reached heap limit",
      "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed",
      "# Fatal JavaScript invalid size error 169220804",
      "# Fatal process out of memory: Zone",
      "Fatal process OOM in Failed to reserve virtual memory for CodeRange",
      "memory allocation of 268435456 bytes failed",
      "error: Uncaught (in promise) RangeError: Array buffer allocation failed",
    ]
  ) equal(ranOutOfMemory(line), true, line);
  for (
    const line of [
      "",
      "error: Uncaught TypeError: x is not a function",
      "Invalid array length",
      "Killed",
    ]
  ) {
    equal(ranOutOfMemory(line), false, line);
  }
});
