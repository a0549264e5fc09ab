import type { z } from "zod";
import { LIMITS } from "@svc/core/limit";
import { AccountNav } from "../../access/page/account_nav.tsx";
import { Command } from "../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { Application, Consent } from "./schema.ts";
import { accessWords } from "./scopes.ts";
import { Section } from "../../platform/web/components/section.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

interface ApplicationsPageProps extends PageFrame {
  applications: z.output<typeof Application>[];
  consents: z.output<typeof Consent>[];
  /** The application made by this exact request, with its secret. */
  made?: { clientId: string; secret: string } | undefined;
  /** Why the last form was refused, and what was typed into it. */
  refused?: { text: string; name: string; uri: string } | undefined;
  now: Date;
}

/** The applications a person registered, and those they allowed to know who they are. */
export function ApplicationsPage(props: ApplicationsPageProps) {
  const { applications, consents, made, refused, now } = props;
  return (
    <Layout title="Applications" viewer={props.viewer} here={props.here} noIndex>
      <h1>Applications</h1>
      <AccountNav current="/account/applications" />
      {refused && refused.name === "" && refused.uri === "" && (
        <Notice kind="error" title={refused.text} />
      )}
      {made && (
        <Notice kind="success" title="The new application. Its secret is shown only now.">
          <p>Client id</p>
          <Command id="client-id" command={made.clientId} what="the client id" />
          <p>Client secret</p>
          <Command id="client-secret" command={made.secret} what="the client secret" />
        </Notice>
      )}
      <Section id="allowed" title="Allowed by you">
        <p>They can see who you are. None of them can act as you at this registry.</p>
        <Rows
          rows={consents.map((consent) => (
            <li>
              <div class="row-text">
                <b>{consent.application ?? consent.clientId}</b>
                <p class="quiet">
                  Since <When at={consent.createdAt} now={now} />. Access:{" "}
                  {accessWords(consent.scopes, consent.resources).join("; ")}.
                </p>
              </div>
              <form method="post" action="/account/applications/withdraw">
                <input type="hidden" name="id" value={consent.id} />
                <button type="submit" class="danger">
                  Withdraw<span class="visually-hidden">
                    from {consent.application ?? consent.clientId}
                  </span>
                </button>
              </form>
            </li>
          ))}
          empty="You have not allowed any application."
        />
      </Section>
      <Section id="registered" title="Registered by you">
        <p>
          An application signs people in with their account here.{" "}
          <a href="/docs/oauth">How that works</a>
        </p>
        <Rows
          rows={applications.map((entry) => (
            <li>
              <div class="row-text">
                <b>{entry.name ?? "unnamed"}</b>
                <p class="quiet">
                  <code>{entry.clientId}</code>
                  {entry.createdAt === null ? null : (
                    <>
                      , made <When at={entry.createdAt} now={now} />
                    </>
                  )}
                </p>
                <p class="quiet">Leads back to {entry.redirectUris.join(", ")}</p>
              </div>
              <form method="post" action="/account/applications/delete">
                <input type="hidden" name="id" value={entry.clientId} />
                <button type="submit" class="danger">
                  Delete<span class="visually-hidden">application {entry.name}</span>
                </button>
              </form>
            </li>
          ))}
          empty="You have not registered any application."
        />
        <details open={refused !== undefined}>
          <summary>Register an application</summary>
          <form class="form sheet" method="post" action="/account/applications">
            {(refused && (refused.name !== "" || refused.uri !== "")) && (
              <Notice kind="error" title={refused.text} />
            )}
            <Field
              name="name"
              label="Name"
              hint="People see it when they are asked for consent."
              value={refused?.name}
              autocomplete="off"
              maxlength={LIMITS.oauthApplicationNameCharacters}
              required
            />
            <Field
              name="uri"
              label="Redirect address"
              hint="Where people are sent back to: https, or http://localhost for a program on their own machine."
              value={refused?.uri}
              autocomplete="off"
              maxlength={LIMITS.oauthRedirectUriCharacters}
              required
            />
            <p class="quiet">
              You may have {LIMITS.oauthApplicationsPerOwner}. Deleting one ends all its tokens.
            </p>
            <button type="submit" class="primary">Register</button>
          </form>
        </details>
      </Section>
    </Layout>
  );
}
