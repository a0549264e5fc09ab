import { isSvcError } from "@svc/core/error";
import { Notice } from "@svc/http/page";
import { readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, Visit } from "../../access/page/visit.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { NarrowPage, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { callerOrigin } from "../../access/audit/caller_origin.ts";
import { cancelHoldByLink, holdOfLink } from "../factor/mod.ts";

interface HoldPageProps extends PageFrame {
  /** A link that works. */
  token?: string;
  error?: string;
  done?: boolean;
}

function HoldPage({ token, error, done, ...frame }: HoldPageProps) {
  return (
    <NarrowPage title="Undo a recovery" {...frame} error={error}>
      {done && (
        <Notice kind="success" title="The recovery was undone, and everybody was signed out.">
          <p>
            Somebody knows your password. <a href="/forgot-password">Reset it</a>{" "}
            now, then replace your recovery codes.
          </p>
        </Notice>
      )}
      {token === undefined ? null : (
        <form class="form sheet" method="post" action="/account/hold">
          <input type="hidden" name="token" value={token} />
          <p>
            Do this if it was not you who used a recovery code, or asked the operator to remove the
            second factor. Everybody is signed out, and factors that were added since go.
          </p>
          <button type="submit" class="danger">Undo it and sign everybody out</button>
        </form>
      )}
    </NarrowPage>
  );
}

/** GET /account/hold?token=: shows the form and uses nothing up. */
export async function showHold(visit: Visit): Promise<Rendered> {
  const { services, frame, now } = visit;
  const token = visit.url.searchParams.get("token") ?? "";
  try {
    await holdOfLink(services.db, token, now);
    return { secret: true, page: <HoldPage viewer={frame.viewer} here="/" token={token} /> };
  } catch (error) {
    return await refused(visit, error);
  }
}

/** POST /account/hold: by whoever has the link; a thief may have changed who can sign in. */
export async function postHold(visit: Visit): Promise<Rendered> {
  const { services, context, now } = visit;
  const origin = callerOrigin({ request: context.req.raw, address: context.get("address") });
  const token = (await readForm(visit)).get("token") ?? "";
  try {
    const userId = await inTransaction(
      services.db,
      (trx) => cancelHoldByLink(services, trx, { token, origin }, now),
    );
    services.events.emit("sessions.ended", {});
    services.log.info("auth.hold_cancelled", { userId });
  } catch (error) {
    return await refused(visit, error);
  }
  return { secret: true, page: <HoldPage viewer={undefined} here="/" done /> };
}

/** Guesses of links are counted, as those of resets are. */
async function refused(
  { services, frame, context }: Visit,
  error: unknown,
): Promise<Rendered> {
  if (!isSvcError(error) || error.code !== "not_found") throw error;
  await services.auth.limits.reset(context.get("address"));
  const text = refusalText(error.toJSON());
  const page = <HoldPage viewer={frame.viewer} here="/" error={text} />;
  return { status: 404, secret: true, page };
}
