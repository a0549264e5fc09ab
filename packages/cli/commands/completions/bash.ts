import { bashScript } from "../../completions/bash.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

interface Result {
  shell: "bash";
  script: string;
}

export default defineCommand({
  examples: { 'eval "$(svc completions bash)"': "put this in ~/.bashrc" },
  run: async (): Promise<Result> => ({
    shell: "bash",
    script: bashScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
