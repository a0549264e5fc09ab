import { type OperationKey, type OperationRow, OPERATIONS } from "../api/table.ts";
import { MCP_PATH } from "../mcp/mount/mod.ts";
import type { AnswerClass } from "../metrics/answer.ts";
import { pathOf } from "@svc/http/input";

/** Where the time of an answer is counted. @param operation that answers; undefined for anything else */
export function answerClass(operation: OperationKey | undefined, url: string): AnswerClass {
  if (operation !== undefined) {
    const { answers, tag }: OperationRow = OPERATIONS[operation];
    return answers === "events" || new URL(url).searchParams.has("wait") ? "waits" : tag;
  }
  const path = pathOf(url);
  if (path === MCP_PATH) return "agents";
  return path.startsWith("/hooks/") ? "webhooks" : "others";
}
