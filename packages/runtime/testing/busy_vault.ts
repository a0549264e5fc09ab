// Opens a vault, has it loop for ever, and says the id of its process on stdout once it is running; a
// test ends this process.
import { openVaultProvider } from "../providers/vault.ts";
import { repositoryAt } from "../repository/repository.ts";
import { untilBusy } from "./process.ts";

if (import.meta.main) {
  const { root, config, then } = JSON.parse(Deno.args[0]!) as {
    root: string;
    config: string;
    then: "exit" | "wait";
  };
  const vault = await openVaultProvider(
    repositoryAt(root, config),
    { id: "0", name: "team", type: "@acme/keeper", config: {} },
  );
  const pid = Number(await vault.get("pid"));
  const endless = vault.get("loop");
  await untilBusy(pid);
  Deno.stdout.writeSync(new TextEncoder().encode(`${pid}\n`));
  if (then === "exit") Deno.exit(0);
  await endless;
}
