import { askApi, callApi, field, readForm } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { When } from "../../platform/web/components/when.tsx";
import { redirect } from "@svc/http/edge";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import type { SessionEntry } from "../identity/sessions.ts";
import { AccountFrame } from "./frame.tsx";

const PATH = "/api/v1/account/sessions";

interface SessionsPageProps extends PageFrame {
  sessions: SessionEntry[];
  now: Date;
}

function SessionsPage({ sessions, now, ...frame }: SessionsPageProps) {
  return (
    <AccountFrame {...frame} title="Sessions" path="/account/sessions">
      <p>
        Where you are signed in with your password. Machines that use <code>svc</code> have{" "}
        <a href="/account/keys">personal keys</a> instead.
      </p>
      <ul class="rows sheet">
        {sessions.map((entry) => <SessionRow entry={entry} now={now} />)}
      </ul>
      {sessions.length < 2 ? null : (
        <form method="post" action="/account/sessions">
          <button type="submit" class="danger">Sign out everywhere else</button>
        </form>
      )}
    </AccountFrame>
  );
}

function SessionRow({ entry, now }: { entry: SessionEntry; now: Date }) {
  return (
    <li>
      <div class="row-text">
        <b>{entry.client.slice(0, 200)}</b>{" "}
        {entry.current ? <span class="chip chip-quiet">this session</span> : null}
        <p class="quiet">
          From {entry.address}, since <When at={entry.createdAt} now={now} />
          {entry.provedAt && (
            <>
              , confirmed <When at={entry.provedAt} now={now} />
            </>
          )}
        </p>
      </div>
      {entry.current ? null : (
        <form method="post" action="/account/sessions">
          <input type="hidden" name="id" value={entry.id} />
          <button type="submit">
            Sign out<span class="visually-hidden">
              the session from {entry.address}
            </span>
          </button>
        </form>
      )}
    </li>
  );
}

/** GET /account/sessions */
export async function showSessions(visit: SignedInVisit): Promise<Rendered> {
  const { frame, now } = visit;
  const { sessions } = await askApi<{ sessions: SessionEntry[] }>(visit, `GET ${PATH}`);
  return { page: <SessionsPage {...frame} sessions={sessions} now={now} /> };
}

/** POST /account/sessions: ends the session that the form names, or all others. */
export async function endSessions(visit: SignedInVisit): Promise<Response> {
  const id = field(await readForm(visit), "id");
  const path = id === "" ? PATH : `${PATH}/${encodeURIComponent(id)}`;
  // One that has ended meanwhile is not on the list any more.
  await callApi(visit, `DELETE ${path}`);
  return redirect("/account/sessions");
}
