import { analyse } from "@svc/scorecard/facts";
import { type Analyst, handled } from "../features/extensions/analysis/analyst.ts";
import { verifyClaimed } from "../features/extensions/analysis/claimed.ts";
import { openArchive } from "../features/extensions/analysis/submission.ts";
import { memoryIndex } from "../features/extensions/index/memory/index.ts";
import type { IndexWorker } from "../features/extensions/index/worker.ts";
import type { SourceWorker } from "../features/extensions/source/process.ts";
import type { Results, Task } from "../features/extensions/source/task.ts";
import { doTask } from "../features/extensions/source/work.ts";
import { renderMarkdown } from "../platform/web/markdown/render.ts";
import type { MarkdownRenderer } from "../platform/web/markdown/renderer.ts";

/** An analyst that works in the thread of its caller. */
export function analystInThread(deno: string): Analyst {
  const end = new AbortController();
  return {
    async open(path, announced, claim) {
      const { archive, submission } = await openArchive(await Deno.readFile(path), announced);
      const provenance = claim && await verifyClaimed(claim, submission);
      return {
        submission,
        provenance,
        facts: handled(analyse(archive, { deno, signal: end.signal })),
      };
    },
    close() {
      end.abort();
      return Promise.resolve();
    },
  };
}

/** A reader of sources in the thread of its caller. */
export function sourcesInThread(): SourceWorker {
  return {
    do: async <Ask extends Task["ask"]>(task: Extract<Task, { ask: Ask }>) =>
      await doTask(task) as Results[Ask],
    close: () => Promise.resolve(),
  };
}

/** A renderer in the thread of its caller. */
export function rendererInThread(): MarkdownRenderer {
  return {
    render: async (source, options) => ({ html: await renderMarkdown(source, options) }),
    close: () => Promise.resolve(),
  };
}

/** An index in the thread of its caller. */
export function indexInThread(): IndexWorker {
  const index = memoryIndex();
  return {
    put: (extensions) => Promise.resolve(extensions.forEach(index.put)),
    search: (request) => Promise.resolve(index.search(request)),
    // Whoever has it in their own thread would wait for that as well.
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
