import type { Call } from "../../../access/endpoint/endpoint.ts";
import { findVisible, type VisibleExtension } from "../../../access/extension/visible.ts";
import { responseOf } from "../../../platform/http/reply.ts";
import { addressOf, prepareAnswer, preparedReply } from "./answer.ts";
import type {} from "./public_reads.ts";

/**
 * Answers a read that is the same for everybody who may see the extension: from memory when it is
 * public and prepared, else composed now.
 *
 * @param key what is read, unique among all reads
 * @throws SvcError `not_found`, and what `compose` throws
 */
export async function sharedRead(
  { services, principal, request }: Pick<Call, "services" | "principal" | "request">,
  key: string,
  name: string,
  compose: (visible: VisibleExtension) => Promise<unknown>,
): Promise<Response> {
  const answer = services.publicReads.get(key) ??
    await services.publicReads.load(key, async () => {
      const visible = await findVisible(services.db, principal, name);
      return {
        answer: await prepareAnswer(name, await compose(visible)),
        shared: !visible.collective.private,
      };
    });
  services.publicReads.remember(addressOf(request.url), key);
  return responseOf(preparedReply(answer, request, principal));
}
