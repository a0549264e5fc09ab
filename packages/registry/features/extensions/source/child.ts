// The process that reads sources; see `platform/process/worker.ts`.
import { isSvcError } from "@svc/core/error";
import { serveTasks } from "../../../platform/process/worker.ts";
import type { Answer, Task } from "./task.ts";
import { doTask } from "./work.ts";

await serveTasks(async (task, say) => await say(await answerTo(task as Task)));

async function answerTo(task: Task): Promise<Answer> {
  try {
    return { done: await doTask(task) };
  } catch (error) {
    return isSvcError(error) ? { refused: error.toJSON() } : { failed: String(error) };
  }
}
