import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { accessWords, serversOf } from "./scopes.ts";

interface ConsentProps extends PageFrame {
  application: string;
  /** True for a program that registered itself; its name is only what it says. */
  unknown: boolean;
  /** The servers that it may use as the person. */
  resources: string[];
  /** Where the browser goes on to. */
  destination: string;
  scopes: string[];
  /** The signed request, sent back as it came. */
  query: string;
}

/** Shows which application asks to learn what, and lets the person allow or refuse it. */
export function ConsentPage(
  { application, unknown, resources, destination, scopes, query, ...frame }: ConsentProps,
) {
  const servers = serversOf(resources);
  return (
    <Layout title="Allow an application" {...frame} noIndex>
      <section class="narrow">
        <h1>
          Allow <bdi>{application}</bdi>{" "}
          {servers.length > 0 ? "to use servers as you?" : "to know who you are?"}
        </h1>
        <dl class="sheet ask">
          <div>
            <dt>Access</dt>
            <dd>
              <ul>{accessWords(scopes, resources).map((words) => <li>{words}</li>)}</ul>
            </dd>
          </div>
          <div>
            <dt>Account</dt>
            <dd>{frame.viewer?.username}</dd>
          </div>
          <div>
            <dt>Returns to</dt>
            <dd>{destination}</dd>
          </div>
        </dl>
        {unknown && (
          <p>
            It is a program on this computer that registered itself under this name. Allow it only
            if you have just started it.
          </p>
        )}
        <p>
          {servers.length > 0
            ? "At this registry it cannot act as you, only at these servers."
            : "It cannot act as you."}{" "}
          You can withdraw this at any time on the page of your applications.
        </p>
        <form class="buttons" method="post" action="/oauth/consent">
          <input type="hidden" name="oauth_query" value={query} />
          <button type="submit" class="primary" name="decision" value="allow">Allow</button>
          <button type="submit" name="decision" value="refuse">Refuse</button>
        </form>
      </section>
    </Layout>
  );
}
