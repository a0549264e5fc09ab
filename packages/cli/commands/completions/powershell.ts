import { powershellScript } from "../../completions/powershell.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

interface Result {
  shell: "powershell";
  script: string;
}

export default defineCommand({
  examples: {
    "svc completions powershell | Out-String | Invoke-Expression": "put this in $PROFILE",
  },
  run: async (): Promise<Result> => ({
    shell: "powershell",
    script: powershellScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
