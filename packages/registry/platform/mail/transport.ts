import { isSendable, type Sender } from "./address.ts";
import type { SmtpServer } from "./smtp_url.ts";

/** A mail as it goes out. Every text is ours but for names; see the letters of the feature. */
export interface OutgoingMail {
  /** Becomes the message id: a mail that is handed over twice by a crash can be told to be one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The outcome of handing a mail over. `reason` is a code, never a text of the server or the mail. */
export type Handover =
  | { sent: true }
  | { sent: false; final: boolean; reason: string };

/** Hands mails to a mail server. Throws nothing. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<Handover>;
}

/** Limits of one handover, in milliseconds. */
const WAIT = { connection: 10_000, greeting: 10_000, silence: 20_000, whole: 60_000 };

/** A transport to `server`. TLS is checked as the system checks it; nothing connects before a mail. */
export function smtpTransport(server: SmtpServer, from: Sender, site: string): MailTransport {
  return {
    async send(mail) {
      if (!isSendable(mail.to)) return { sent: false, final: true, reason: "EADDRESS" };
      // Only a registry that sends mail pays for loading it.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        host: server.host,
        port: server.port,
        secure: server.tls === "implicit",
        requireTLS: server.tls === "required",
        ignoreTLS: server.tls === "none",
        ...(server.auth && { auth: server.auth }),
        connectionTimeout: WAIT.connection,
        greetingTimeout: WAIT.greeting,
        socketTimeout: WAIT.silence,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const late = Promise.withResolvers<Handover>();
      const timer = setTimeout(
        () => late.resolve({ sent: false, final: false, reason: "ETIMEDOUT" }),
        WAIT.whole,
      );
      try {
        const handed = transport.sendMail({
          messageId: `<${mail.id}@${site}>`,
          from,
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { "auto-submitted": "auto-generated" },
        }).then((): Handover => ({ sent: true }), failed);
        return await Promise.race([handed, late.promise]);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

/** A refusal of this exact mail is final; a server that is away, busy or set up wrongly is not. */
function failed(error: unknown): Handover {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const about = typeof code === "string" && /^E[A-Z0-9]{1,20}$/.test(code) ? code : "EUNKNOWN";
  const status = typeof responseCode === "number" ? responseCode : undefined;
  return {
    sent: false,
    final: (about === "EENVELOPE" || about === "EMESSAGE") && (status ?? 0) >= 500,
    reason: status === undefined ? about : `${about} ${status}`,
  };
}
