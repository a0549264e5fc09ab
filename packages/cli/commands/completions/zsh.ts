import { completionCommand } from "../../completions/command.ts";
import { zshScript } from "../../completions/zsh.ts";

export default completionCommand("zsh", zshScript, {
  'eval "$(svc completions zsh)"': "put this in ~/.zshrc, after compinit",
});
