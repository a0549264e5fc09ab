import { completionCommand } from "../../completions/command.ts";
import { fishScript } from "../../completions/fish.ts";

export default completionCommand("fish", fishScript, {
  "svc completions fish > ~/.config/fish/completions/svc.fish": "put this in once",
});
