import { MCP_PATH } from "../mcp/mount/mod.ts";
import type { AnswerClass } from "../metrics/answer.ts";
import type { Match } from "./routes.ts";

/** Where the time of an answer is counted. @param path as it was sent */
export function answerClass(
  found: Match,
  { url }: Pick<Request, "url">,
  path: string,
): AnswerClass {
  if (found !== undefined && "key" in found) {
    const waits = found.row.answers === "events" || new URL(url).searchParams.has("wait");
    return waits ? "waits" : found.row.tag;
  }
  if (path === MCP_PATH) return "agents";
  return path.startsWith("/hooks/") ? "webhooks" : "others";
}
