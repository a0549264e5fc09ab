// The process that holds the search index; see `platform/process/worker.ts`.
import { serveTasks } from "../../../platform/process/worker.ts";
import { memoryIndex } from "./memory/index.ts";
import type { IndexReply } from "./process.ts";
import type { IndexTask } from "./worker.ts";

const index = memoryIndex();

await serveTasks(async (task, say) => await say(answerTo(task as IndexTask)));

function answerTo(task: IndexTask): IndexReply {
  try {
    if ("search" in task) return { done: index.search(task.search) };
    if ("warm" in task) index.warm();
    else task.put.forEach(index.put);
    return { done: null };
  } catch (error) {
    return { failed: String(error) };
  }
}
