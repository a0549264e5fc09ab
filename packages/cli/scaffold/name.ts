import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { currentLogin } from "../config/login.ts";
import { ask, canAsk, choose } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

type Asking = Pick<Context, "json" | "host">;

const EXAMPLE = "For example: svc extension init @your-collective/tool";

/**
 * The whole name of a new extension: as it is given, with the collective of the login in front where
 * none is given; asked for where there is more than one or nothing is known.
 *
 * @throws SvcError `usage` when stdin is not a terminal; `invalid_name`
 */
export async function newName(context: Asking, given: string | undefined): Promise<string> {
  const name = given ?? await ask(context, "Name of the extension", { answer: EXAMPLE });
  if (name.startsWith("@")) return parseExtensionName(name).full;
  return parseExtensionName(`@${await collective(context, name)}/${name}`).full;
}

async function collective(context: Asking, name: string): Promise<string> {
  const collectives = (await currentLogin(context.host)).stored?.collectives ?? [];
  if (collectives.length === 1) return collectives[0]!;
  if (canAsk(context)) {
    return collectives.length === 0
      ? await ask(context, "Collective that owns it", { answer: EXAMPLE })
      : await choose(
        context,
        "Which collective should own it?",
        Object.fromEntries(collectives.map((slug) => [slug, slug])),
      );
  }
  const which = collectives.length === 0
    ? "no login is stored, so svc does not know your collective"
    : `you have several collectives: ${collectives.join(", ")}`;
  throw new SvcError("usage", `Use the full name: ${which}`, {
    hint: `For example: svc extension init @${collectives[0] ?? "your-collective"}/${name}`,
  });
}
