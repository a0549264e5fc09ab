import assert from "node:assert/strict";
import type { FoundUse } from "@svc/core/permission";
import { permissionRequest } from "./request.ts";

/** Reads below the repository whose name is computed: the scan can only say the whole of it. */
const COMPUTED: FoundUse = { kind: "read", entry: ".", file: "models/x.ts", line: 3, by: "" };

const readsOf = (declared: string[]) => {
  const { permissions, computed } = permissionRequest({ read: declared }, [COMPUTED]);
  return { entries: permissions.map(({ entry }) => entry), computed };
};

Deno.test("who names the folders to read is not granted the whole repository besides", () => {
  assert.deepEqual(readsOf(["tracked"]), {
    entries: ["tracked"],
    computed: [{ kind: "read", found: ["models/x.ts:3"] }],
  });
});

Deno.test("without folders in the manifest, or with the repository there, it is asked for", () => {
  assert.deepEqual(readsOf([]), { entries: ["."], computed: [] });
  assert.deepEqual(readsOf([".", "tracked"]), { entries: [".", "tracked"], computed: [] });
});
