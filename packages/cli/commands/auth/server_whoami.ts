import { defineCommand } from "../../frame/command.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";

export default defineCommand({
  examples: {
    "svc auth server-whoami --server https://serve.example.org":
      "your account there, and what you may run",
  },
  options: AT_SERVER,
  run: async (context) => await valueAt(context, ({ ask }) => ask("service.whoami")),
  text({ kind, name, expiresAt, rights: { run, read } }, { options }) {
    return [
      `${kind === "token" ? `Token ${name}` : name} on ${options["server"]}`,
      `Expires: ${expiresAt ?? "never"}`,
      `May run: ${run.length === 0 ? "nothing" : run.join(", ")}`,
      `May also see: ${read.length === 0 ? "nothing else" : read.join(", ")}`,
    ].join("\n");
  },
});
