import { isSvcError } from "@svc/core/error";
import { readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { Notice } from "@svc/http/page";
import { redirect } from "@svc/http/edge";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import { addressOfLink, confirmAddress } from "../identity/password/change_address.ts";
import { AccountFrame } from "./frame.tsx";

interface ConfirmPageProps extends PageFrame {
  /** What a link that works confirms. */
  open?: { address: string; token: string };
  error?: string;
}

function ConfirmPage({ open, error, ...frame }: ConfirmPageProps) {
  return (
    <AccountFrame {...frame} title="Confirm your address" path="/account/address">
      {error === undefined ? null : <Notice kind="error" title={error} />}
      {open === undefined
        ? null
        : (
          <form class="form sheet" method="post" action="/account/address/confirm">
            <input type="hidden" name="token" value={open.token} />
            <p>
              <b>{open.address}</b> becomes the confirmed address of your account{" "}
              <b>{frame.viewer?.username}</b>.
            </p>
            <button type="submit" class="primary">Confirm</button>
          </form>
        )}
    </AccountFrame>
  );
}

/** GET /account/address/confirm?token=: shows the form and uses nothing up. */
export async function showConfirm(visit: SignedInVisit): Promise<Rendered> {
  const { services, principal, frame } = visit;
  const token = visit.url.searchParams.get("token") ?? "";
  try {
    const address = await addressOfLink(services, principal.user.id, token);
    return { secret: true, page: <ConfirmPage {...frame} open={{ address, token }} /> };
  } catch (error) {
    return refused(visit, error);
  }
}

/** POST /account/address/confirm */
export async function postConfirm(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  try {
    await confirmAddress(visit.services, visit.principal.user.id, form.get("token") ?? "");
    return redirect("/account/address");
  } catch (error) {
    return refused(visit, error);
  }
}

function refused({ frame }: SignedInVisit, error: unknown): Rendered {
  if (!isSvcError(error)) throw error;
  const text = refusalText(error.toJSON());
  return { status: error.status, secret: true, page: <ConfirmPage {...frame} error={text} /> };
}
