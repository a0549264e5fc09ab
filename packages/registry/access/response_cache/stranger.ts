import type { Context } from "hono";
import type { Environment } from "@svc/http/edge";
import type { Services } from "../services.ts";
import { bareRequest } from "./send.ts";

/** Does `work` while the request of the context is its address, with nothing of who asks or how. */
export async function asStranger<Result>(
  { config }: Pick<Services, "config">,
  context: Context<Environment>,
  work: () => Promise<Result>,
): Promise<Result> {
  const request = context.req.raw;
  context.req.raw = bareRequest(config.baseUrl, request.url);
  try {
    return await work();
  } finally {
    context.req.raw = request;
  }
}
