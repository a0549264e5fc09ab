import { callApi, field, readForm } from "../../../access/page/form.ts";
import { shownUserCode } from "../../identity/user_code.ts";
import type { Rendered, SignedInVisit, Visit } from "../../../access/page/visit.ts";
import { DeviceApprovalPage, DeviceDonePage, DeviceEntryPage } from "./page.tsx";
import { bindingOf } from "../binding.ts";
import { deviceClient, deviceName, deviceServers } from "./request.ts";

const NO_SUCH_CODE = "There is no such code. Check it against your terminal.";

/** What the identity part tells of a code to the person who may answer it. */
interface DeviceVerification {
  user_code: string;
  status: "pending" | "approved" | "denied";
  client_id?: string | null;
  scope?: string | null;
}

/** GET /device: asks for the code, or shows who asks for what. */
export async function showDevice(visit: SignedInVisit): Promise<Rendered> {
  const { frame } = visit;
  const typed = (visit.url.searchParams.get("user_code") ?? "").trim().slice(0, 20);
  if (typed === "") return { page: <DeviceEntryPage {...frame} /> };
  const answer = await callApi<DeviceVerification>(
    visit,
    `GET /api/auth/device?user_code=${encodeURIComponent(typed)}`,
  );
  if (!answer.ok) return refuse(visit, typed, answer.status, answer.error);
  const { status, client_id, scope } = answer.body;
  if (status !== "pending" || client_id === undefined) {
    return entry(visit, typed, "This code was already used. Start again in your terminal.");
  }
  const asked = (scope ?? "").split(" ").filter((each) => each !== "");
  const { db } = visit.services;
  const { name, scopes } = await deviceClient(db, client_id, scope);
  const resources = await deviceServers(db, typed);
  if (resources === undefined) return entry(visit, typed, NO_SUCH_CODE);
  const binding = await bindingOf(db, scopes ?? [], resources);
  if ("refused" in binding) {
    return entry(visit, typed, `${binding.refused}. Start again in your terminal.`);
  }
  return {
    secret: true,
    page: (
      <DeviceApprovalPage
        {...frame}
        request={{
          userCode: shownUserCode(typed),
          client: name,
          device: deviceName(asked),
          scopes,
          resources,
        }}
      />
    ),
  };
}

/** POST /device: allows or refuses. */
export async function answerDevice(visit: SignedInVisit): Promise<Rendered> {
  const { frame } = visit;
  const form = await readForm(visit);
  const userCode = field(form, "user_code").slice(0, 20);
  const approved = form.get("decision") === "approve";
  const answer = await callApi(
    visit,
    `POST ${approved ? "/api/auth/device/approve" : "/api/auth/device/deny"}`,
    { userCode },
  );
  if (!answer.ok) return refuse(visit, userCode, answer.status, answer.error);
  return { page: <DeviceDonePage {...frame} approved={approved} /> };
}

function refuse(visit: Visit, code: string, status: number, error: unknown): Rendered {
  // RFC 8628 errors: `{error, error_description}`; ours carry their text in `error`.
  const { error: name, code: ours, error_description: text } = error as {
    error: string;
    code?: string;
    error_description?: string;
  };
  if (ours !== undefined) return entry(visit, code, name, status);
  return entry(
    visit,
    code,
    name === "expired_token"
      ? "This code has expired. Start again in your terminal."
      : text === undefined || /invalid/i.test(text)
      ? NO_SUCH_CODE
      : `${text}. Start again in your terminal.`,
    status,
  );
}

function entry(visit: Visit, code: string, error: string, status = 400): Rendered {
  return { status, page: <DeviceEntryPage {...visit.frame} code={code} error={error} /> };
}
