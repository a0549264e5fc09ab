import { fishScript } from "../../completions/fish.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  examples: { "svc completions fish > ~/.config/fish/completions/svc.fish": "put this in once" },
  run: async () => ({
    shell: "fish",
    script: fishScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
