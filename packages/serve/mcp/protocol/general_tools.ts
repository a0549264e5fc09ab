import { SvcError } from "@svc/core/error";
import {
  annotationsOf,
  argumentsOf,
  descriptionOf,
  type Offer,
  offeredBehavior,
  offeredBehaviors,
  plainWords,
} from "../offer/mod.ts";
import type { McpHost } from "../host/host.ts";
import { callMethod } from "./call.ts";
import { count, object as objectIn, optionalText, text, type ToolInput } from "./tool_input.ts";
import { object, type OwnTool } from "./own_tools.ts";
import { answer } from "./result.ts";

/** Behaviors in one answer. */
const PAGE = 50;

/** Characters of the description of a method in a list. */
const MOST_WORDS = 160;

/** What stands for all methods where they are too many to be tools of their own. */
export const GENERAL_TOOLS: readonly OwnTool[] = [
  {
    tool: {
      name: "list_behaviors",
      title: "Find behaviors",
      description: "Lists behaviors and their methods. 'describe_method' shows what one takes.",
      inputSchema: object({
        query: { type: "string", description: "Words to look for in names, types and methods." },
        offset: { type: "integer", minimum: 0, description: "How many to skip." },
      }),
      annotations: reading("Find behaviors"),
    },
    call: async (host, given) => {
      const query = optionalText(given, "query") ?? "";
      const offset = count(given, "offset", 0);
      const found = (await offeredBehaviors(host)).filter(({ name, type, offers }) =>
        holdsAll([name, type, ...offers.map(({ method }) => method.name)].join(" "), query)
      );
      const shown = found.slice(offset, offset + PAGE);
      const reached = offset + shown.length;
      return answer(`${shown.length} of ${found.length} behaviors.`, {
        behaviors: shown.map(({ name, type, offers }) => ({
          name,
          type,
          methods: offers.map(({ method }) => ({
            name: method.name,
            authors_description: plainWords(method.description, MOST_WORDS),
          })),
        })),
        total: found.length,
        ...(reached < found.length ? { next_offset: reached } : {}),
      });
    },
  },
  {
    tool: {
      name: "describe_method",
      title: "Describe a method",
      description: "Shows the arguments of a method, what it was granted, and whether it may " +
        "change something.",
      inputSchema: object({ behavior: { type: "string" }, method: { type: "string" } }, [
        "behavior",
        "method",
      ]),
      annotations: reading("Describe a method"),
    },
    call: async (host, given) => {
      const offer = await offered(host, given);
      const arguments_ = argumentsOf(offer);
      return answer(descriptionOf(offer, arguments_), {
        behavior: offer.found.definition.name,
        method: offer.method.name,
        arguments: arguments_.schema,
        annotations: annotationsOf(offer),
      });
    },
  },
  {
    tool: {
      name: "run_method",
      title: "Run a method",
      description: "Runs a method of a behavior with arguments as 'describe_method' shows. " +
        "Check there first whether it may change something.",
      inputSchema: object({
        behavior: { type: "string" },
        method: { type: "string" },
        arguments: { type: "object", additionalProperties: true },
      }, ["behavior", "method"]),
      // It may be any of them: the worst.
      annotations: {
        title: "Run a method",
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    call: async (host, given, following) => {
      const { found, method } = await offered(host, given);
      const inputs = objectIn(given, "arguments");
      const order = { behavior: found.definition.name, method: method.name, inputs };
      return await callMethod(host, order, following);
    },
  },
];

/** @throws SvcError `unknown_method` for what is not offered, whatever the reason */
async function offered(host: McpHost, given: ToolInput): Promise<Offer> {
  const behavior = text(given, "behavior");
  const method = text(given, "method");
  const known = await offeredBehavior(host, behavior);
  const offer = known?.offers.find((one) => one.method.name === method);
  if (offer !== undefined) return offer;
  throw new SvcError(
    "unknown_method",
    `There is no method ${method.slice(0, 100)} of a behavior ${behavior.slice(0, 100)}`,
    { hint: "'list_behaviors' lists the methods you may run." },
  );
}

function holdsAll(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return words.every((word) => text.toLowerCase().includes(word));
}

function reading(title: string) {
  return {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
}
