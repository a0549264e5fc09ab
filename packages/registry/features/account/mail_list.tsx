import { When } from "../../platform/web/components/when.tsx";
import type { SentMail } from "../mail/history.ts";
import { MAIL_KINDS } from "../mail/kinds.ts";
import { Section } from "../../platform/web/components/section.tsx";

const STATES = { sent: "sent", waiting: "not sent yet", failed: "not delivered" } as const;

/** Which mails the registry sends to a person, and those it sent lately. */
export function MailList({ mails, now }: { mails: SentMail[]; now: Date }) {
  return (
    <Section id="mails" title="Mails we send">
      <p>You get a mail when:</p>
      <ul>{Object.values(MAIL_KINDS).map(({ when }) => <li>{when}</li>)}</ul>
      <p class="quiet">
        There is no newsletter. Warnings go to a confirmed address only, and cannot be switched off.
      </p>
      {mails.length === 0 ? null : (
        <>
          <h3>Recently sent</h3>
          <SentMails mails={mails} now={now} />
        </>
      )}
    </Section>
  );
}

/** Mails of the registry to one person, and whether they went. */
export function SentMails({ mails, now }: { mails: readonly SentMail[]; now: Date }) {
  return (
    <ul class="rows sheet">
      {mails.map((mail) => (
        <li>
          <div class="row-text">
            Because {MAIL_KINDS[mail.kind].when}
            <p class="quiet">
              To {mail.address}, <When at={mail.createdAt} now={now} />
            </p>
          </div>
          <span class={mail.state === "failed" ? "chip chip-bad" : "chip chip-quiet"}>
            {STATES[mail.state]}
          </span>
        </li>
      ))}
    </ul>
  );
}
