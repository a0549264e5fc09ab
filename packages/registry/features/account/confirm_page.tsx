import { isSvcError } from "@svc/core/error";
import { refusalText } from "../../access/page/call_api.ts";
import { readForm } from "../../access/page/read_form.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { SignedInVisit, Visit } from "../../access/page/visit.ts";
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
export async function showConfirm(visit: Visit): Promise<Rendered> {
  const known = signedIn(visit);
  const { services, principal, frame } = known;
  const token = visit.url.searchParams.get("token") ?? "";
  try {
    const address = await addressOfLink(services, principal.user.id, token);
    return { secret: true, page: <ConfirmPage {...frame} open={{ address, token }} /> };
  } catch (error) {
    return refused(known, error);
  }
}

/** POST /account/address/confirm */
export async function postConfirm(visit: Visit): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  try {
    await confirmAddress(known.services, known.principal.user.id, form.get("token") ?? "");
    return redirect("/account/address");
  } catch (error) {
    return refused(known, error);
  }
}

function refused({ frame }: SignedInVisit, error: unknown): Rendered {
  if (!isSvcError(error)) throw error;
  const text = refusalText(error.toJSON());
  return { status: error.status, secret: true, page: <ConfirmPage {...frame} error={text} /> };
}
