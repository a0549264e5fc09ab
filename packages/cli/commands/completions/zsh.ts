import { zshScript } from "../../completions/zsh.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  examples: { 'eval "$(svc completions zsh)"': "put this in ~/.zshrc, after compinit" },
  run: async () => ({
    shell: "zsh",
    script: zshScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
