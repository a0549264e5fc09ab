import * as z from "npm:zod@4.6.7";
import { resolve } from "node:path";
import type { DataHandle } from "../../platform/context.ts";
import { RefusedPlace, replaceFile } from "../../platform/replaced_file.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import type { StackHtml } from "../outputs/stack_html.ts";
import type { StackStatus } from "../outputs/stack_status.ts";
import { stackPage } from "../page/stack_page.ts";
import { type NamedStack, namedStack } from "../stack/numbers.ts";
import type { StackContext } from "./context.ts";
import { stackName } from "./stack_name.ts";
import { defineMethod } from "../../platform/method.ts";

/**
 * Writes a stored stack as one HTML page: as the `stackHtml` resource and, when asked for, as a file.
 * Nothing is requested of the platform; reference 7.6.
 *
 * @throws Error when no such stack was fetched, or the file cannot be written; what was there stays.
 */
export const renderHtml = defineMethod({
  description: "Create an HTML page of a fetched stack",
  kind: "action",
  arguments: z.object({
    stack: z.string().min(1).max(10_000).optional().describe(
      "Pull requests of the stack, as for fetch (default: the stack fetched last)",
    ),
    outFile: z.string().min(1).max(1024).optional().describe(
      "File to write the page to, relative to the svc repository; below stacks/ unless another " +
        "folder was granted",
    ),
  }),
  async execute({ stack, outFile }, context: StackContext) {
    const named = stack === undefined ? undefined : namedStack(stack);
    const stored = await newestStack(named, context);
    const html = stackPage(stored);
    const content = new TextEncoder().encode(html);
    if (outFile !== undefined) await writePage(outFile, content, context);
    const numbers = stored.prs.map(({ number }) => number);
    const data: StackHtml = {
      repo: stored.repo,
      numbers,
      html,
      bytes: content.byteLength,
      outFile: outFile ?? null,
      renderedAt: new Date().toISOString(),
    };
    const name = stackName("stackhtml", parseRepositoryName(stored.repo), numbers);
    const handle: DataHandle = await context.writeResource("stackHtml", name, data);
    return { dataHandles: [handle] };
  },
});

async function newestStack(
  named: NamedStack | undefined,
  { readModelData, definition, globalArgs }: StackContext,
): Promise<StackStatus> {
  const repo = (named?.repo ?? globalArgs.repo)?.toLowerCase();
  const wanted = named && key(named.numbers);
  const records = await readModelData(definition.name, "stackStatus");
  const stacks = records.map(({ attributes }) => attributes as unknown as StackStatus)
    .filter((stack) => repo === undefined || stack.repo.toLowerCase() === repo)
    .filter(({ prs }) => wanted === undefined || key(prs.map(({ number }) => number)) === wanted)
    .sort((one, other) => other.fetchedAt.localeCompare(one.fetchedAt));
  const newest = stacks[0];
  if (newest !== undefined) return newest;
  throw new Error(
    named === undefined
      ? "No stack is stored: run the method 'fetch' first"
      : `The stack ${named.numbers.map((number) => `#${number}`).join(" ")} is not stored: ` +
        "run the method 'fetch' with the same 'stack' first",
  );
}

function key(numbers: readonly number[]): string {
  return [...numbers].sort((one, other) => one - other).join(" ");
}

async function writePage(
  outFile: string,
  content: Uint8Array,
  { repoDir }: StackContext,
): Promise<void> {
  if (!/\.html?$/i.test(outFile) || outFile.split("/").includes("..")) {
    throw new Error(`outFile '${outFile}' must be the path of an .html file, without '..'`);
  }
  try {
    await replaceFile(resolve(repoDir, outFile), [content]);
  } catch (error) {
    if (error instanceof RefusedPlace) throw new Error(`outFile was refused: ${error.message}`);
    if (error instanceof Deno.errors.NotCapable) {
      const folder = outFile.slice(0, outFile.lastIndexOf("/")) || "stacks";
      throw new Error(
        `outFile '${outFile}' cannot be written. Write below stacks/, or grant its folder: ` +
          `svc extension grant @svc/github-stack-status read:${folder} write:${folder}`,
        { cause: error },
      );
    }
    throw error;
  }
}
