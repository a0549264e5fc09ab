import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import PostalMime, { type Email } from "postal-mime";
import { once } from "node:events";

/** A mail as the server took it: its envelope, its bytes, and what a mail program reads in them. */
export interface TakenMail {
  from: string;
  to: string[];
  raw: string;
  parsed: Email;
  /** True when it came over TLS. */
  secure: boolean;
  user: string | undefined;
}

/** What a test may set. */
export interface SmtpOptions {
  /** Makes the server offer STARTTLS with this key pair, in PEM. */
  tls?: { key: string; cert: string };
  /** Who may send; anybody when absent. */
  auth?: { user: string; pass: string };
}

/** A mail server on loopback that keeps what it is given. */
export interface SmtpService extends AsyncDisposable {
  port: number;
  /** Mails taken, oldest first. */
  taken: TakenMail[];
  /** Refuses the next recipients with these status codes, one each. */
  refuse: number[];
}

/** Starts a mail server on a free loopback port. */
export async function startSmtp({ tls, auth }: SmtpOptions = {}): Promise<SmtpService> {
  const taken: TakenMail[] = [];
  const refuse: number[] = [];
  const options: SMTPServerOptions = {
    ...(tls ?? { disabledCommands: ["STARTTLS"] }),
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, answer) {
      const known = username === auth?.user && password === auth?.pass;
      if (known) answer(null, { user: username });
      else answer(new Error("Invalid username or password"));
    },
    onRcptTo(_address, _session, answer) {
      const status = refuse.shift();
      if (status === undefined) return answer();
      answer(Object.assign(new Error("refused by the test"), { responseCode: status }));
    },
    onData(stream, session, answer) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", async () => {
        const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: new TextDecoder().decode(bytes),
          parsed: await PostalMime.parse(bytes),
          secure: Boolean(session.secure),
          user: session.user,
        });
        answer();
      });
    },
  };
  const server = new SMTPServer(options);
  // A client that goes away in the middle is part of the tests.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as { port: number }).port,
    taken,
    refuse,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
