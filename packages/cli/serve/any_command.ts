import { searchDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { mayRun, type Rights } from "@svc/serve/rights";

/** The type whose one method runs a command line that its caller gives. */
const SHELL = { type: "command/shell", method: "execute" };

/** Says when an allow list lets its holder run any command on the server's machine; undefined otherwise. */
export async function anyCommand(
  repository: Repository,
  rights: Rights,
): Promise<string | undefined> {
  const { results } = await searchDefinitions(repository);
  const shell = results.find(({ name, type }) =>
    type === SHELL.type && mayRun(rights, name, SHELL.method)
  );
  if (shell === undefined) return undefined;
  return `${shell.name} is of type ${SHELL.type}: whoever has this token can run any command ` +
    "as the user that 'svc serve' runs as";
}
