import { powershellScript } from "../../completions/powershell.ts";
import { completionPlaces } from "../../completions/words.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  examples: {
    "svc completions powershell | Out-String | Invoke-Expression": "put this in $PROFILE",
  },
  run: async () => ({
    shell: "powershell",
    script: powershellScript(await completionPlaces()),
  }),
  whole: ["script"],
  text: ({ script }) => script,
});
