import { type GrantRequest, grantRequired } from "@svc/runtime/run";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

/**
 * Has the permissions granted that an extension of the repository's own sources asks for: by the
 * person, or by `yes`.
 *
 * @throws SvcError `consent_required` when this is no terminal to ask at; `cancelled` on a no.
 */
export async function grantOwn(
  context: Pick<Context, "json" | "host" | "note">,
  request: GrantRequest,
  yes: boolean,
): Promise<void> {
  if (!yes && !canAsk(context)) {
    throw grantRequired(
      request,
      "Run it on a terminal to be asked, or add --yes when you trust the sources here.",
    );
  }
  const { extension, manifest, added, more } = request;
  context.note(
    [`${extension} (${manifest}) ${more ? "now also asks for" : "asks for"}:`]
      .concat(added.map((line) => `  ${line}`)).join("\n"),
  );
  if (!yes) await confirm(context, "Grant these permissions in this repository from now on?");
}
