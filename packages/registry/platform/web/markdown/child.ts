// The rendering process: it may read, write and reach nothing. See `platform/process/worker.ts`.
import { serveTasks } from "../../process/worker.ts";
import { loadHighlight } from "./highlight.ts";
import { renderMarkdown } from "./render.ts";
import type { RenderTask } from "./renderer.ts";

// Before it says that it is ready: a start has more time than a text.
await loadHighlight(["ts"]);

await serveTasks(async (task, say) => {
  const { source, options } = task as RenderTask;
  await say(await renderMarkdown(source, options));
});
