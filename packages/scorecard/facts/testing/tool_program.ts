// Starts what its argument names in the place of the documentation tool, and waits for it.
import { runOnce } from "../tool.ts";
import type { Workspace } from "../workspace.ts";

const [tool, root] = Deno.args as [string, string];
const workspace: Workspace = {
  root,
  sources: root,
  importMap: `${root}/map.json`,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
await runOnce([], [], workspace, {
  deno: tool,
  signal: new AbortController().signal,
  memoryLimit: 1_000_000_000,
  processorSeconds: 3_600,
});
