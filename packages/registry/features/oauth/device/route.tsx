import { callApi, field, readForm } from "../../../access/page/form.ts";
import { shownUserCode } from "../../identity/user_code.ts";
import type { Rendered, SignedInVisit, Visit } from "../../../access/page/visit.ts";
import { bindingOf } from "../binding.ts";
import { Field, Notice } from "@svc/http/page";
import { accessWords, grantedScopes } from "../scopes.ts";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { CLI_CLIENT } from "../clients.ts";
import { readList } from "../tables.ts";
import type { Db } from "../../../access/store/schema.ts";

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

/** A device waiting for an answer (RFC 8628). */
export interface DeviceRequest {
  /** As the device shows it: `ABCD-EFGH`. */
  userCode: string;
  client: string;
  /** What the device calls itself, when it said so. */
  device: string | undefined;
  /** What it gets; undefined when it will act as the whole person. */
  scopes: string[] | undefined;
  /** The servers that it may use as the person. */
  resources: string[];
}

interface DeviceEntryProps extends PageFrame {
  code?: string | undefined;
  error?: string | undefined;
}

/** Asks for the code that a device shows. */
function DeviceEntryPage({ code, error, ...frame }: DeviceEntryProps) {
  return (
    <NarrowPage title="Connect a device" {...frame}>
      <p>
        Type the code that <code>svc auth login</code> shows in your terminal.
      </p>
      <form class="form sheet" method="get" action="/device">
        <Field
          name="user_code"
          label="Code"
          value={code}
          error={error}
          autocomplete="off"
          maxlength={20}
          required
        />
        <button type="submit" class="primary">Continue</button>
      </form>
    </NarrowPage>
  );
}

interface DeviceApprovalProps extends PageFrame {
  request: DeviceRequest;
}

/** Shows who asks for what, and lets the person allow or refuse it. */
function DeviceApprovalPage({ request, viewer, here }: DeviceApprovalProps) {
  return (
    <NarrowPage
      title="Connect a device"
      viewer={viewer}
      here={here}
      heading={
        <>
          {request.scopes === undefined
            ? "Allow this device to act as you?"
            : request.resources.length > 0
            ? "Allow this device to use servers as you?"
            : "Allow this device to know who you are?"}
        </>
      }
    >
      <p class="device-code" aria-label={`Code ${[...request.userCode].join(" ")}`}>
        {request.userCode}
      </p>
      <p>
        Allow it only if your terminal shows the same code. If somebody sent you the link or the
        code, refuse.
      </p>
      <dl class="sheet ask">
        <div>
          <dt>Requested by</dt>
          <dd>
            {request.client}
            {request.device && (
              <>
                , on <b>{request.device}</b>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>{viewer?.username}</dd>
        </div>
        <div>
          <dt>Access</dt>
          <dd>
            <Access {...request} />
          </dd>
        </div>
      </dl>
      <form class="buttons" method="post" action="/device">
        <input type="hidden" name="user_code" value={request.userCode} />
        <button type="submit" class="primary" name="decision" value="approve">Allow</button>
        <button type="submit" name="decision" value="deny">Refuse</button>
      </form>
    </NarrowPage>
  );
}

function Access({ scopes, resources }: Pick<DeviceRequest, "scopes" | "resources">) {
  if (scopes === undefined) {
    return (
      <>
        do everything you can do: it will hold a personal key, which you can delete on your account
        page.
      </>
    );
  }
  return (
    <>
      <ul>
        {accessWords(scopes, resources).map((words) => <li>{words}</li>)}
      </ul>
      {scopes.length + resources.length === 0 ? <>nothing known to this registry.</> : null}
      Nothing else: it cannot act as you{resources.length > 0 ? " at this registry" : ""}. You can
      withdraw this under <a href="/account/applications">Applications</a>.
    </>
  );
}

interface DeviceDoneProps extends PageFrame {
  approved: boolean;
}

/** The end of the flow: back to the terminal. */
function DeviceDonePage({ approved, ...frame }: DeviceDoneProps) {
  const title = approved ? "The device is connected" : "The device was refused";
  return (
    <NarrowPage title={title} {...frame}>
      <Notice
        kind={approved ? "success" : "info"}
        title={approved
          ? "Go back to your terminal. You can close this page."
          : "It received nothing. You can close this page."}
      />
      <p>
        <a href="/account/keys">See your keys</a>
      </p>
    </NarrowPage>
  );
}

/** The client of a device request, with the exact scopes that its approval would grant. */
export async function deviceClient(
  db: Db,
  id: string | null,
  asked: string | null | undefined,
) {
  if (id === CLI_CLIENT) return { name: "The svc command line", scopes: undefined };
  const client = id === null ? undefined : await db.selectFrom("oauthClient")
    .select(["name", "scopes"]).where("clientId", "=", id).executeTakeFirst();
  return {
    name: client?.name ? `The application “${client.name}”` : "An application without a name",
    scopes: grantedScopes(asked, readList(client?.scopes ?? null)),
  };
}

/** The servers that a device asks to use, by the code that it shows; undefined for an unknown code. */
async function deviceServers(db: Db, userCode: string): Promise<string[] | undefined> {
  const plain = userCode.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const device = await db.selectFrom("deviceCode").select("resources")
    .where("userCode", "=", plain).executeTakeFirst();
  return device && readList(device.resources);
}

/** What the device calls itself, from a scope `device:<name>`; it is a claim, not proof. */
export function deviceName(scopes: readonly string[]): string | undefined {
  const name = scopes.find((scope) => scope.startsWith("device:"))?.slice("device:".length);
  return name !== undefined && /^[\w.-]{1,64}$/.test(name) ? name : undefined;
}
