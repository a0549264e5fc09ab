import { lazily } from "@svc/core/module";
import type { Serving } from "../../http/endpoint.ts";
import type { McpEndpoint } from "../http/endpoint.ts";

/** Where agents find a server's tools. */
export const MCP_PATH = "/mcp";

const opened = new WeakMap<Serving, Promise<McpEndpoint>>();

/**
 * Answers an agent. What that takes is loaded with the first request that has a good credential: most
 * servers start without ever being asked.
 *
 * @param address the client's address, after trusted proxies
 * @throws SvcError what the credentials raise; `forbidden` for a browser's session
 */
export async function answerAgent(
  serving: Serving,
  request: Request,
  address: string,
): Promise<Response> {
  const caller = await serving.credentials.resolve(request, address);
  return await (await endpointOf(serving)).answer(request, caller);
}

function endpointOf(serving: Serving): Promise<McpEndpoint> {
  const known = opened.get(serving);
  if (known !== undefined) return known;
  const endpoint = open(serving);
  opened.set(serving, endpoint);
  return endpoint;
}

async function open(serving: Serving): Promise<McpEndpoint> {
  const { openMcp } = await lazily<typeof import("../http/endpoint.ts")>(
    import.meta,
    "../http/endpoint.ts",
  );
  return serving.closing.use(openMcp(serving));
}
