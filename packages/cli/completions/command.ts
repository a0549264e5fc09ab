import { defineCommand } from "../frame/command.ts";
import { completionPlaces } from "./words.ts";

/** The command that prints the completions of a shell. */
export const completionCommand = (
  shell: string,
  scriptFor: (places: Awaited<ReturnType<typeof completionPlaces>>) => string,
  examples: Record<string, string>,
) =>
  defineCommand({
    examples,
    run: async () => ({ shell, script: scriptFor(await completionPlaces()) }),
    whole: ["script"],
    text: ({ script }) => script,
  });
