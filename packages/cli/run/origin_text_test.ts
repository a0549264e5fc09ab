import { deepEqual } from "node:assert/strict";
import { originText } from "./origin_text.ts";

Deno.test("what checked a run or reported on it is a line of its own, with its consent", () => {
  const at = "2026-11-29T10:00:00.000Z";
  const lines = originText({
    extension: { name: "@acme/greeter", from: "local" },
    others: [
      {
        does: "checks",
        extension: { name: "@other/policy", from: "pulled", version: "1", checksum: "ab" },
        consent: { by: "ada", at },
      },
      { does: "report", extension: { name: "@acme/greeter", from: "local" } },
    ],
  });
  deepEqual(lines.slice(2).map((line) => line.replace(/2026-\S+ \S+$/, "then")), [
    "Consent: none was needed",
    "Checks by: @other/policy 1, pulled, SHA-256 ab; consent: ada, then",
    "Report by: @acme/greeter, sources of the repository; consent: none was needed",
    "Commit: not known",
  ]);
});
