import { type ErrorCode, SvcError } from "@svc/core/error";
import { type ApiCall, callApi, readForm } from "../../../access/page/form.ts";
import { leadOut } from "../../../access/page/lead_out.tsx";
import { signedIn } from "../../../access/page/signed_in.ts";
import type { Rendered, SignedInVisit, Visit } from "../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { CLI_CLIENT, DEVICE_GRANT } from "../clients.ts";
import { Notice } from "@svc/http/page";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";

/** How long the session lasts that is handed over. */
const SESSION_MINUTES = 15;

/** GET /login: shows what a command line of this protocol asks for; without a request, the sign-in form. */
export function showBrowserLogin(visit: Visit): Rendered | Response {
  const asked = visit.url.searchParams;
  if (!asked.has("cli_callback")) return redirect("/sign-in");
  // Before the person signs in for it: a link that leads elsewhere is not worth a password.
  const login = readBrowserLogin(asked);
  const { frame } = signedIn(visit);
  return { page: <BrowserLoginPage {...frame} login={login} />, secret: true };
}

/** POST /login: hands a session of its own to the program that waits on this computer, or nothing. */
export async function answerBrowserLogin(visit: SignedInVisit): Promise<Rendered | Response> {
  const { frame } = visit;
  const form = await readForm(visit);
  const login = readBrowserLogin(form);
  if (form.get("decision") !== "approve") return { page: <BrowserLoginRefusedPage {...frame} /> };
  const next = answerAddress(login, await newSession(visit));
  return await leadOut(frame, next);
}

/** GET /cli/success */
export function showBrowserLoginDone({ frame }: Visit): Rendered {
  return { page: <BrowserLoginDonePage {...frame} /> };
}

/**
 * A session for the command line, by the device grant that `svc auth login` uses, with the person's
 * word given here: the same rules, limits and log lines.
 */
async function newSession(visit: Visit): Promise<string> {
  const grant = await called<{ device_code: string; user_code: string }>(
    visit,
    "POST /api/auth/device/code",
    { client_id: CLI_CLIENT },
  );
  await called(visit, `GET /api/auth/device?user_code=${grant.user_code}`);
  await called(visit, "POST /api/auth/device/approve", { userCode: grant.user_code });
  const { access_token } = await called<{ access_token: string }>(
    visit,
    "POST /api/auth/device/token",
    { grant_type: DEVICE_GRANT, device_code: grant.device_code, client_id: CLI_CLIENT },
  );
  // Enough to make a key with; the program never ends it itself.
  const expiresAt = new Date(visit.now.getTime() + SESSION_MINUTES * 60_000).toISOString();
  await visit.services.db.updateTable("session").set({ expiresAt })
    .where("token", "=", access_token).execute();
  return access_token;
}

async function called<Result>(visit: Visit, ...call: ApiCall): Promise<Result> {
  const answer = await callApi<Result>(visit, ...call);
  if (answer.ok) return answer.body;
  const code: ErrorCode = answer.status === 429 ? "rate_limited" : "rule_refused";
  throw new SvcError(code, "The command line could not be logged in", {
    hint: "Wait a minute, then start the login again in your terminal.",
  });
}

interface BrowserLoginProps extends PageFrame {
  login: BrowserLogin;
}

/** Says what is handed to which program, and lets the person allow or refuse it. */
function BrowserLoginPage({ login, viewer, here }: BrowserLoginProps) {
  const { callback, state, code } = login;
  return (
    <NarrowPage
      title="Log in a command line"
      viewer={viewer}
      here={here}
      heading="Allow this command line to act as you?"
    >
      <p class="device-code" aria-label={`Code ${[...code].join(" ")}`}>{code}</p>
      <p>
        Allow it only if you have just started a login and your terminal shows the same code. If
        somebody sent you the link, refuse.
      </p>
      <dl class="sheet ask">
        <div>
          <dt>Account</dt>
          <dd>{viewer?.username}</dd>
        </div>
        <div>
          <dt>Program</dt>
          <dd>
            the one that waits at <code>{callback.host}</code> on this computer
          </dd>
        </div>
        <div>
          <dt>Gets</dt>
          <dd>
            a session of your account. With it the program makes a personal key and can do
            everything that you can do, until you delete the key on your account page.
          </dd>
        </div>
      </dl>
      <form class="buttons" method="post" action="/login">
        <input type="hidden" name="cli_callback" value={callback.href} />
        <input type="hidden" name="state" value={state} />
        <input type="hidden" name="device_code" value={code} />
        <button type="submit" class="primary" name="decision" value="approve">Allow</button>
        <button type="submit" name="decision" value="deny">Refuse</button>
      </form>
    </NarrowPage>
  );
}

/** The end when it was refused: the program's address is never called. */
function BrowserLoginRefusedPage({ ...frame }: PageFrame) {
  return (
    <NarrowPage title="The login was refused" {...frame}>
      <Notice
        kind="info"
        title="The command line received nothing. You can close this page and stop it in your terminal."
      />
    </NarrowPage>
  );
}

/** GET /cli/success: where a command line leads the browser when it has its session. */
function BrowserLoginDonePage({ ...frame }: PageFrame) {
  return (
    <NarrowPage title="You are logged in" {...frame}>
      <Notice kind="success" title="Go back to your terminal. You can close this page." />
      <p>
        <a href="/account/keys">See your keys</a>
      </p>
    </NarrowPage>
  );
}

/** A login that a program on the person's machine began in the browser (reference wire 1.1). */
interface BrowserLogin {
  /** Where the program waits: an address of the machine that the browser runs on. */
  callback: URL;
  /** The program's own word, by which it knows its answer again. */
  state: string;
  /** Shown here and in the terminal, for the person to compare. */
  code: string;
}

/** Names of this machine alone; what any other name leads to is for its owner to say. */
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const STATE = /^[A-Za-z0-9_-]{16,128}$/;
const CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/**
 * What the address or the form says of the login.
 *
 * @throws SvcError `validation_failed` for a callback that is not on this machine, and other misuse
 */
function readBrowserLogin(given: URLSearchParams): BrowserLogin {
  const callback = callbackOf(given.get("cli_callback") ?? "");
  const state = given.get("state") ?? "";
  const code = given.get("device_code") ?? "";
  if (callback === undefined || !STATE.test(state) || !CODE.test(code)) {
    throw new SvcError("validation_failed", "This login link is not valid", {
      hint:
        "Start the login again in your terminal. The link must lead back to a port of your own " +
        "computer: http://localhost:<port>/callback.",
    });
  }
  return { callback, state, code };
}

/** The callback, written in the one way that no two programs read differently. */
function callbackOf(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !LOOPBACK.includes(url.hostname) || url.port === "") return undefined;
  return text === `http://${url.host}/callback` ? url : undefined;
}

/** Where the browser brings the session's token. */
function answerAddress({ callback, state }: BrowserLogin, token: string): string {
  const url = new URL(callback);
  url.searchParams.set("token", token);
  url.searchParams.set("state", state);
  return url.href;
}
