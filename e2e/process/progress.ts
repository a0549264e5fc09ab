import type { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * What a client is told of progress, as it comes over the transport that it will be connected with. The
 * library drops the last of it when it reads the result in the same piece, as on a busy machine.
 */
export function progressOf(transport: StdioClientTransport): string[] {
  const heard: string[] = [];
  transport.onmessage = (message) => {
    if (!("method" in message) || message.method !== "notifications/progress") return;
    heard.push(String(message.params?.["message"]));
  };
  return heard;
}

/** Whether an error of a client is that of dropping progress. */
export function isDropped(error: Error): boolean {
  return /progress notification for an unknown token/.test(error.message);
}
