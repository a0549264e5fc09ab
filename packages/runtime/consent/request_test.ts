import assert from "node:assert/strict";
import type { FoundUse } from "@svc/core/permission";
import { permissionRequest } from "./request.ts";

/** Reads below the repository whose name is computed: the scan can only say the whole of it. */
const COMPUTED: FoundUse = { kind: "read", entry: ".", file: "models/x.ts", line: 3, by: "" };

/** @param declared undefined for a manifest without a `permissions` key */
const readsOf = (declared?: string[]) => {
  const { permissions, computed } = permissionRequest({
    permissions: declared === undefined ? {} : { read: declared },
    declares: declared !== undefined,
    found: [COMPUTED],
  });
  return { entries: permissions.map(({ entry }) => entry), computed };
};

Deno.test("who names the folders to read is not granted the whole repository besides", () => {
  assert.deepEqual(readsOf(["tracked"]), {
    entries: ["tracked"],
    computed: [{ kind: "read", found: ["models/x.ts:3"] }],
  });
});

Deno.test("without a word of the manifest, or with the repository there, it is asked for", () => {
  assert.deepEqual(readsOf(), { entries: ["."], computed: [] });
  assert.deepEqual(readsOf([]), { entries: [], computed: [] });
  assert.deepEqual(readsOf([".", "tracked"]), { entries: [".", "tracked"], computed: [] });
});
