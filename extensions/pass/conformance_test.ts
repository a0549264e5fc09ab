import { deepEqual } from "node:assert/strict";
import { checkVault } from "../../packages/runtime/conformance/mod.ts";
import { testNeeding } from "../../e2e/requirement.ts";
import { vault } from "./pass.ts";
import { passStore } from "./testing/store.ts";

testNeeding(["pass", "gpg", "git"], "pass: it holds every rule of a vault", async () => {
  await using store = await passStore();
  const outcomes = await checkVault({
    open: (name) => store.as(() => vault.createProvider(name)),
    unreachable: () =>
      store.as(() => vault.createProvider("none", { store: "/nonexistent/store" })),
    // Each key is five processes, and a folder has no pages.
    listed: 12,
    // The processes of one rule take more than a minute on a machine that is busy.
    timeoutMs: 300_000,
  });
  deepEqual(outcomes.filter(({ passed }) => !passed), []);
});
