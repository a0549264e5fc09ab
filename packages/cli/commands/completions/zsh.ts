import { zshScript } from "../../completions/zsh.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

interface Result {
  shell: "zsh";
  script: string;
}

export default defineCommand({
  examples: { 'eval "$(svc completions zsh)"': "put this in ~/.zshrc, after compinit" },
  run: async (): Promise<Result> => ({
    shell: "zsh",
    script: zshScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
