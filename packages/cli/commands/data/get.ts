import type { DataItem } from "@svc/core/answer";
import { dataContent, getData } from "@svc/runtime/data";
import type { Repository } from "@svc/runtime/repository";
import { type Context, defineCommand, flag, number, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";

interface Shown extends DataItem {
  /** The file that the content was written into. */
  savedTo?: string;
}

export default defineCommand({
  description:
    "Prints only the content; --verbose prints its metadata first, --json includes both.",
  examples: {
    "svc data get insight repos": "the newest content",
    "svc data get insight repos --version 2 --json": "version 2, with its metadata",
    "svc data get insight repos --jq .content": "the content, as JSON",
    "svc data get backup archive --output backup.tar.gz": "a file, as it is",
  },
  arguments: [
    BEHAVIOR,
    DATA_NAME,
  ],
  options: {
    version: number("<n>", "Version", { defaultText: "the newest" }),
    "no-content": flag("Print only the metadata"),
    output: text("<file>", "Write the content to this file", { completes: "file" }),
    ...WHERE,
  },
  async run(context) {
    const { options: { version, output, ...options }, arguments: { behavior, name } } = context;
    if (output !== undefined && options["no-content"]) {
      throw usage("--output and --no-content cannot be used together");
    }
    const content = !options["no-content"] && output === undefined;
    const wanted = { ...(version === undefined ? {} : { version }), content };
    const params = { behavior, name };
    return await valueFrom<Shown>(context, {
      async here() {
        const repository = await repositoryOf(context);
        const item = await getData(repository, behavior, name, wanted);
        return output === undefined
          ? item
          : await savedTo(context, output, item, () => storedContent(repository, item));
      },
      async there(remote) {
        const query = { version, ...(content ? {} : { content }) };
        const item = await remote.ask("data.get", { params, query });
        // What was written meanwhile is another version; a renamed name leads to this one.
        const pinned = { params: { behavior, name: item.name }, query: { version: item.version } };
        return output === undefined
          ? item
          : await savedTo(context, output, item, () => remote.content("data.content", pinned));
      },
    });
  },
  whole: ["content"],
  text(item, { verbose, options }) {
    if (item.savedTo !== undefined) return `Wrote ${item.size} bytes to ${item.savedTo}.`;
    const { content, ...metadata } = item;
    const facts = JSON.stringify(metadata, null, 2);
    if (options["no-content"]) return facts;
    const body = content === undefined
      ? `${item.contentType}, ${item.size} bytes: ${item.contentPath}`
      : typeof content === "string"
      ? content
      : JSON.stringify(content, null, 2);
    return verbose ? `${facts}\n${body}` : body;
  },
});

/** The bytes of a version in a repository here. */
async function* storedContent(repository: Repository, item: DataItem) {
  const { path } = await dataContent(repository, item.modelId, item.name, item);
  yield* (await Deno.open(path)).readable;
}

/** Writes content into a file, and answers what was written. */
async function savedTo(
  { host }: Pick<Context, "host">,
  output: string,
  item: Shown,
  content: () => AsyncIterable<Uint8Array>,
): Promise<Shown> {
  const { saveContent } = await import("../../data/save.ts");
  await saveContent(output.startsWith("/") ? output : `${host.cwd}/${output}`, content(), item);
  return { ...item, savedTo: output };
}
