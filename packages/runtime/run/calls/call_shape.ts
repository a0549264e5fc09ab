import { SvcError } from "@svc/core/error";
import type { Call } from "../../sandbox/protocol.ts";

/** What a member of a call may be; with `?` it may be absent. */
type Shape =
  | "text"
  | "text?"
  | "version?"
  | "whole"
  | "whole?"
  | "mapping"
  | "mapping?"
  | "names"
  | "limit?"
  | "resources"
  | "any";

/** Characters of a name, type or id; far more than any has. */
const LONGEST_NAME = 1000;

/** Resources of one batch, which are checked together and become safe on the disk together. */
export const BATCH = 500;

/** Resources of one page. */
const PAGE = 1000;

const ITEM = { type: "text", model: "text", name: "text", version: "version?" } as const;

/** The members of each call. */
const SHAPES: { [Op in Call["op"]]: Record<string, Shape> } = {
  writeResource: { spec: "text", name: "text", data: "any", overrides: "mapping" },
  writeResources: { items: "resources" },
  openFile: { spec: "text", name: "text", overrides: "mapping" },
  closeFile: { writer: "whole" },
  readResource: { name: "text", version: "version?" },
  readResources: { names: "names" },
  listResources: { spec: "text", prefix: "text?", after: "text?", limit: "limit?" },
  deleteResource: { name: "text" },
  deleteData: ITEM,
  readModelData: { model: "text", spec: "text?" },
  getContent: { ...ITEM, offset: "whole?" },
  listVersions: { type: "text", model: "text", name: "text" },
  findByName: ITEM,
  findById: { id: "text" },
  findBySpec: {
    model: "text",
    spec: "text",
    type: "text?",
    prefix: "text?",
    limit: "whole?",
    offset: "whole?",
  },
  findAllForModel: { type: "text", model: "text" },
  findAllForType: { type: "text" },
  findAllGlobal: {},
  findDefinitions: { type: "text?", id: "text?", name: "text?" },
  queryData: { predicate: "any", select: "any" },
  runModel: {
    method: "text",
    definition: "text?",
    modelType: "text?",
    name: "text?",
    arguments: "mapping?",
  },
};

/**
 * Checks the members of a call before anything is done with them: the method shares a process with
 * its own side of the protocol and can send whatever it likes.
 *
 * @throws SvcError `invalid_argument` naming the member.
 */
export function assertCall(call: { op?: unknown }): asserts call is Call {
  const { op } = call;
  if (typeof op !== "string" || !Object.hasOwn(SHAPES, op)) {
    throw new SvcError(
      "invalid_argument",
      "The method called an unknown operation of svc",
    );
  }
  for (const [member, shape] of Object.entries(SHAPES[op as Call["op"]])) {
    const problem = problemOf((call as Record<string, unknown>)[member], shape);
    if (problem === undefined) continue;
    throw new SvcError("invalid_argument", `${op}: ${member} must be ${problem}`, {
      ...(shape === "version?" ? { hint: "Omit it for the newest version." } : {}),
    });
  }
}

/** What a value would have to be, or undefined when it is. */
function problemOf(value: unknown, shape: Shape): string | undefined {
  if (shape.endsWith("?") && value === undefined) return undefined;
  switch (shape) {
    case "any":
      return undefined;
    case "mapping":
    case "mapping?":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? undefined
        : "an object";
    case "text":
    case "text?":
      return typeof value === "string" && value.length <= LONGEST_NAME
        ? undefined
        : `a text of at most ${LONGEST_NAME} characters`;
    case "resources":
      return problemOfBatch(value);
    case "names":
      return problemOfNames(value);
    case "limit?":
      return isWhole(value, 1) && (value as number) <= PAGE
        ? undefined
        : `a whole number from 1 to ${PAGE}`;
    case "version?":
      return isWhole(value, 1) ? undefined : "a whole number from 1";
    case "whole":
    case "whole?":
      return isWhole(value, 0) ? undefined : "a whole number from 0";
  }
}

function problemOfBatch(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > BATCH) {
    return `a list of 1 to ${BATCH}`;
  }
  const sound = value.every((item) =>
    problemOf(item, "mapping") === undefined && problemOf(item.spec, "text") === undefined &&
    problemOf(item.name, "text") === undefined && problemOf(item.overrides, "mapping") === undefined
  );
  return sound ? undefined : "a list of objects with name, spec, data and overrides";
}

function problemOfNames(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > BATCH) {
    return `a list of 1 to ${BATCH}`;
  }
  return value.every((name) => problemOf(name, "text") === undefined)
    ? undefined
    : `a list of texts of at most ${LONGEST_NAME} characters`;
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
