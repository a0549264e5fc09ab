import { isSvcError, type SvcError } from "@svc/core/error";
import { asPermissions, type Permissions } from "@svc/core/permission";
import type { Repository } from "@svc/runtime/repository";
import { canAsk, choose } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

/** What answering a denial needs of a command's context. */
type Answering = Pick<Context, "json" | "host" | "note">;

/**
 * Runs, and when the run is refused permissions, asks the person whether to grant them and runs again:
 * permanently, or for this run only. Off a terminal the refusal stands, with its command. No option
 * answers this question: what a method asks for while it runs is for a person to read.
 *
 * @param run runs with what is granted for this run
 * @param grantee tells whose code the method is
 */
export async function grantingDenied<Result>(
  context: Answering,
  repository: Repository,
  { yes = false, allow, grantee, run }: {
    /** Asks nothing. */
    yes?: boolean;
    allow: Permissions;
    grantee: () => Promise<string>;
    run: (allow: Permissions) => Promise<Result>;
  },
): Promise<Result> {
  let allowed = allow;
  const offered = new Set<string>();
  while (true) {
    try {
      return await run(allowed);
    } catch (error) {
      const grants = isDenial(error) ? error.grants.filter((one) => !offered.has(one)) : [];
      // What was granted and is refused again would be asked for ever.
      if (!isDenial(error) || grants.length === 0 || yes || !canAsk(context)) throw error;
      for (const one of grants) offered.add(one);
      const { permissionsOf, together } = await import("@svc/core/permission");
      const permissions = permissionsOf(grants);
      const { shortTexts } = await import("@svc/runtime/policy");
      context.note(
        `${error.message}\nIt failed. If you say yes, the method starts again from the beginning.`,
      );
      const answer = await choose(context, "Grant this?", {
        run: "for this run",
        always: "permanently, in this repository",
        no: "no",
      });
      if (answer === "no") throw error;
      if (answer === "run") allowed = together(allowed, permissions);
      else {
        const { grantPermissions } = await import("@svc/runtime/grants");
        const { name, changed } = await grantPermissions(repository, await grantee(), permissions);
        const texts = shortTexts(asPermissions(changed));
        context.note(`Granted ${texts.join(", ")} to ${name}.`);
      }
    }
  }
}

function isDenial(error: unknown): error is SvcError & { grants: readonly string[] } {
  return isSvcError(error) && error.code === "permission_denied" && error.grants !== undefined;
}
