import { SvcError } from "@svc/core/error";
import { assertProved } from "../../access/credential/proof.ts";
import { field, readForm } from "../../access/page/form.ts";
import { leadOut } from "../../access/page/lead_out.tsx";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit, Visit } from "../../access/page/visit.ts";
import { bindingOf } from "./binding.ts";
import { addingTo } from "./consents.ts";
import { words } from "./stored_grant.ts";
import type {} from "../identity/auth.ts";
import { constantTimeEqual, makeSignature } from "better-auth/crypto";
import { NarrowPage, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { accessWords, serversOf } from "./scopes.ts";

/** GET /oauth/sign-in: signs the person in and takes up the application's request again. */
export function signInFor({ url }: Visit): Response {
  const request = new URLSearchParams(url.search);
  // The provider signs the request again when it sees it again.
  for (const name of [...request.keys()]) {
    if (name === "sig" || name === "exp" || name.startsWith("ba_")) request.delete(name);
  }
  const back = `/api/auth/oauth2/authorize?${request}`;
  return redirect(`/sign-in?return_to=${encodeURIComponent(back)}`);
}

/**
 * GET /oauth/error: where the provider leads whom it cannot lead back. Of the address only a plain code
 * is shown: anybody can write one.
 */
export function showError({ url }: Visit): never {
  const [code = "invalid_request"] = url.searchParams.get("error")?.match(/^[a-z_]{1,40}$/) ?? [];
  throw new SvcError("rule_refused", `The application asked for a sign-in wrongly (${code})`, {
    hint: "Tell its authors: the address of this page says what is wrong.",
  });
}

/** GET /oauth/consent: shows who asks for what. Only what the provider has signed is shown. */
export async function showConsent(visit: SignedInVisit): Promise<Rendered> {
  const { frame, services, url } = visit;
  const { db, config } = services;
  const query = url.search.slice(1);
  if (!await isSigned(query, config.secret, new Date())) throw notValid();
  const clientId = url.searchParams.get("client_id") ?? "";
  const client = await db.selectFrom("oauthClient").select([
    "name",
    "clientId",
    "userId",
    "referenceId",
  ])
    .where("clientId", "=", clientId).executeTakeFirst();
  if (!client) throw new SvcError("not_found", "There is no such application");
  const destination = URL.parse(url.searchParams.get("redirect_uri") ?? "")?.origin ?? "nowhere";
  const scopes = words(url.searchParams.get("scope"));
  const resources = url.searchParams.getAll("resource");
  const binding = await bindingOf(db, scopes, resources);
  if ("refused" in binding) throw notValid(binding.refused);
  return {
    page: (
      <ConsentPage
        {...frame}
        application={client.name ?? client.clientId}
        unknown={client.userId === null && client.referenceId === null}
        resources={resources}
        destination={destination}
        scopes={scopes}
        query={query}
      />
    ),
    secret: true,
  };
}

function notValid(why = "This request is not valid or has expired"): SvcError {
  return new SvcError("rule_refused", why, {
    hint: "Go back to the application and start again.",
  });
}

/** POST /oauth/consent: gives or refuses the consent, and leads back to the application. */
export async function answerConsent(visit: SignedInVisit): Promise<Response> {
  const { frame, services, context, principal } = visit;
  const form = await readForm(visit);
  const allowed = form.get("decision") === "allow";
  if (allowed) await assertProved(services.db, principal, services.now());
  const response = await addingTo(services.db, principal.user.id, () =>
    services.identity.handler(
      new Request(new URL("/api/auth/oauth2/consent", services.config.baseUrl), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          origin: services.auth.trustedOrigins[0]!,
          cookie: context.req.header("cookie") ?? "",
        },
        body: JSON.stringify({
          accept: allowed,
          oauth_query: field(form, "oauth_query"),
        }),
      }),
    ));
  const body = await response.json().catch(() => ({})) as { url?: string; redirect_uri?: string };
  const next = body.url ?? body.redirect_uri;
  if (!response.ok || next === undefined) {
    throw notValid();
  }
  return await leadOut(frame, next);
}

/**
 * Whether the provider has made this query of a page and it still holds: each parameter is signed, and
 * none stands beside them. The library looks at it the same way when the page is answered.
 */
async function isSigned(query: string, secret: string, now: Date): Promise<boolean> {
  const parameters = new URLSearchParams(query);
  const signatures = parameters.getAll("sig");
  const ends = Number(parameters.get("exp")) * 1000;
  parameters.delete("sig");
  const sorted = [...parameters].sort(([a, x], [b, y]) =>
    a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0
  );
  const signature = await makeSignature(new URLSearchParams(sorted).toString(), secret);
  return signatures.length === 1 && constantTimeEqual(signatures[0]!, signature) &&
    ends >= now.getTime();
}

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
function ConsentPage(
  { application, unknown, resources, destination, scopes, query, ...frame }: ConsentProps,
) {
  const servers = serversOf(resources);
  return (
    <NarrowPage
      title="Allow an application"
      {...frame}
      heading={
        <>
          Allow <bdi>{application}</bdi>{" "}
          {servers.length > 0 ? "to use servers as you?" : "to know who you are?"}
        </>
      }
    >
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
          It is a program on this computer that registered itself under this name. Allow it only if
          you have just started it.
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
    </NarrowPage>
  );
}
