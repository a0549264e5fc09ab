import type { Tool } from "@modelcontextprotocol/server";
import type { McpHost } from "../host/host.ts";
import { type Offer, offeredBehaviors, toolOf } from "../offer/mod.ts";
import { GENERAL_TOOLS } from "./general_tools.ts";
import { OWN_TOOLS } from "./own_tools.ts";

/** Characters of all tools together as JSON; models read them with each question. */
const MOST_TEXT = 250_000;

/**
 * The tools of a host: one a method while they are few, else three that find, describe and run any
 * method; and always svc's own for runs and data.
 */
export async function toolsOf(host: McpHost): Promise<Tool[]> {
  const behaviors = await offeredBehaviors(host);
  const offers = unique(behaviors.flatMap(({ offers }) => offers));
  const own = OWN_TOOLS.map(({ tool }) => tool);
  const general = [...GENERAL_TOOLS.map(({ tool }) => tool), ...own];
  if (offers.length > host.maxTools) return general;
  const tools = offers.map(toolOf);
  return JSON.stringify(tools).length > MOST_TEXT ? general : [...tools, ...own];
}

/** Offers whose tools share a name are left out: nobody could tell which one runs. */
function unique(offers: readonly Offer[]): Offer[] {
  const seen = Map.groupBy(offers, ({ tool }) => tool);
  return offers.filter(({ tool }) => seen.get(tool)!.length === 1);
}
