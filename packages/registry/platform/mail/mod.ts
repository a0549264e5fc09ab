export { isSendable, parseSender, type Sender } from "./address.ts";
export { parseSmtpUrl, type SmtpServer } from "./smtp_url.ts";
export {
  type Handover,
  type MailTransport,
  type OutgoingMail,
  smtpTransport,
} from "./transport.ts";
