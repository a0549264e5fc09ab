import { LAUNCHER } from "../process/svc.ts";

/** The installed client again, in a folder that every user of the machine can read. */
export async function ownClient(folder: string): Promise<string> {
  const { success, stderr } = await new Deno.Command("cp", {
    args: ["-a", LAUNCHER.replace(/\/bin\/svc$/, ""), `${folder}/client`],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return `${folder}/client/bin/svc`;
}
