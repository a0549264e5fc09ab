import { completionCommand } from "../../completions/command.ts";
import { bashScript } from "../../completions/bash.ts";

export default completionCommand("bash", bashScript, {
  'eval "$(svc completions bash)"': "put this in ~/.bashrc",
});
