import { completionCommand } from "../../completions/command.ts";
import { powershellScript } from "../../completions/powershell.ts";

export default completionCommand("powershell", powershellScript, {
  "svc completions powershell | Out-String | Invoke-Expression": "put this in $PROFILE",
});
