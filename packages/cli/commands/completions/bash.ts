import { bashScript } from "../../completions/bash.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  examples: { 'eval "$(svc completions bash)"': "put this in ~/.bashrc" },
  run: async () => ({
    shell: "bash",
    script: bashScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
