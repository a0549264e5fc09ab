import { type SmtpService, startSmtp, type TakenMail } from "@svc/fakes/smtp";
import { type TestOptions, type TestRegistry, testRegistry } from "../testing.ts";

/** A test's registry with a mail server beside it. */
export interface MailingRegistry extends AsyncDisposable {
  registry: TestRegistry;
  smtp: SmtpService;
}

/** Starts a fresh registry that sends its mails to a mail server on loopback. */
export async function mailing(options: TestOptions = {}): Promise<MailingRegistry> {
  const smtp = await startSmtp();
  const registry = await testRegistry({
    ...options,
    environment: {
      SVC_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SVC_MAIL_FROM: "svc@registry.test",
      ...options.environment,
    },
  });
  return {
    smtp,
    registry,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** The addresses of pages of the registry in a mail, in order. */
export function linksIn({ parsed }: TakenMail): string[] {
  return parsed.text?.match(/http:\/\/registry\.test\/\S*/g) ?? [];
}
