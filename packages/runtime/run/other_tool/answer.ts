import { isSvcError, SvcError } from "@svc/core/error";
import type { DataAccess } from "../calls/data_access.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import type { Repository } from "../../repository/repository.ts";
import { type ToolRequest, toolRequest } from "./request.ts";

/** What answering depends on. */
export interface ToolInput {
  tool: string;
  repository: Repository;
  /** What the run may read, as `context.queryData` does. */
  access: DataAccess;
  signal?: AbortSignal | undefined;
}

/** Characters of an answer. */
const LONGEST = 32 * 1024 * 1024;

/** Answers a command line of the other tool with what the run may read, and nothing else. */
export async function answerTool(input: ToolInput, args: readonly string[]) {
  try {
    const value = await valueOf(input, toolRequest(input.tool, args));
    const stdout = `${JSON.stringify(value, null, 2)}\n`;
    if (stdout.length <= LONGEST) return { code: 0, stdout, stderr: "" };
    throw new SvcError("invalid_argument", `The answer has more than ${LONGEST} characters`, {
      hint: "Ask for less with --limit, or with a predicate that finds less.",
    });
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const { error: message, code, hint } = error.toJSON();
    const said = JSON.stringify({ error: message, code, hint }, null, 2);
    return { code: 1, stdout: "", stderr: `${said}\n` };
  }
}

async function valueOf(
  { repository, access, signal }: ToolInput,
  request: ToolRequest,
): Promise<unknown> {
  switch (request.command) {
    case "get": {
      const { getData } = await import("../../data/query.ts");
      const { id } = await readable(repository, access, request.model);
      const { version, content, name } = request;
      return await getData(repository, id, name, {
        content,
        ...(version === undefined ? {} : { version }),
      });
    }
    case "list": {
      const { listData } = await import("../../data/list.ts");
      const { id } = await readable(repository, access, request.model);
      return await listData(repository, id, { type: request.type });
    }
    case "query":
      return await query({ repository, access, signal }, request);
  }
}

/** The behavior, once it is sure that its data may be read. */
async function readable(
  repository: Repository,
  access: DataAccess,
  model: string,
): Promise<{ id: string }> {
  const { type, definition } = await findDefinition(repository, model);
  if (!access.mayRead({ type, id: definition.id })) throw access.denied(type);
  return { id: definition.id };
}

/** What may not be read is as if absent; where nothing is left, the refusal says so. */
async function query(
  { repository, access, signal }: Omit<ToolInput, "tool">,
  { predicate, select, limit }: Extract<ToolRequest, { command: "query" }>,
): Promise<unknown> {
  const { answerQuery } = await import("../../data/query_answer.ts");
  let hidden: string | undefined;
  const mayRead = ({ type, definition }: FoundDefinition) => {
    const may = access.mayRead({ type, id: definition.id });
    if (!may) hidden ??= type;
    return may;
  };
  const answer = await answerQuery(
    repository,
    { predicate, ...(select === undefined ? {} : { select }) },
    { limit, mayRead, signal },
  );
  if (answer.total === 0 && hidden !== undefined) throw access.denied(hidden);
  return answer;
}
