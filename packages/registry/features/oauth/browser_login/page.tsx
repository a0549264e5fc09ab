import { Notice } from "@svc/http/page";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import type { BrowserLogin } from "./request.ts";

interface BrowserLoginProps extends PageFrame {
  login: BrowserLogin;
}

/** Says what is handed to which program, and lets the person allow or refuse it. */
export function BrowserLoginPage({ login, viewer, here }: BrowserLoginProps) {
  const { callback, state, code } = login;
  return (
    <Layout title="Log in a command line" viewer={viewer} here={here} noIndex>
      <section class="narrow">
        <h1>Allow this command line to act as you?</h1>
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
      </section>
    </Layout>
  );
}

/** The end when it was refused: the program's address is never called. */
export function BrowserLoginRefusedPage({ viewer, here }: PageFrame) {
  return (
    <Layout title="The login was refused" viewer={viewer} here={here} noIndex>
      <section class="narrow">
        <h1>The login was refused</h1>
        <Notice
          kind="info"
          title="The command line received nothing. You can close this page and stop it in your terminal."
        />
      </section>
    </Layout>
  );
}

/** GET /cli/success: where a command line leads the browser when it has its session. */
export function BrowserLoginDonePage({ viewer, here }: PageFrame) {
  return (
    <Layout title="You are logged in" viewer={viewer} here={here} noIndex>
      <section class="narrow">
        <h1>You are logged in</h1>
        <Notice kind="success" title="Go back to your terminal. You can close this page." />
        <p>
          <a href="/account/keys">See your keys</a>
        </p>
      </section>
    </Layout>
  );
}
