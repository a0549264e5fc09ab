import { type GrantRequest, grantRequired } from "@svc/runtime/run";
import { grantOwn } from "../behavior/grant.ts";
import { canAsk } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

/**
 * Has the permissions granted that a datastore of an extension asks for: by the person, or by a yes to
 * the exact configuration that its placeholders stand for.
 *
 * @throws SvcError `consent_required` when this is not a terminal to ask at; `cancelled` on a no
 */
export async function grantDatastore(
  context: Pick<Context, "json" | "host" | "note">,
  request: GrantRequest,
  agreed: boolean,
): Promise<void> {
  if (!agreed && !canAsk(context)) {
    throw grantRequired(
      request,
      "Run 'svc datastore sync' on a terminal to be asked, or 'svc datastore sync --yes' when you " +
        "trust that datastore.",
    );
  }
  const { allow: _, ...answered } = request;
  await grantOwn(context, agreed ? answered : request, agreed);
}
