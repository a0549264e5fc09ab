import { SvcError } from "@svc/core/error";
import { STORE_AWAY, STORE_FULL } from "../outside.ts";

/** What to do where a standby was asked. */
export const AT_PRIMARY = "Point SVC_DATABASE_URL at the primary, or at a proxy that leads to it.";

/** What helps a caller as well as an operator. */
const AGAIN = "Try again.";

/** Codes of Postgres, of the system and of TLS, and what each means for an operator. */
const MEANINGS: readonly { code: RegExp; says: string; hint: string }[] = [
  {
    code: /^(?:28P01|28000)$/,
    says: "Postgres refused the user or password of SVC_DATABASE_URL",
    hint: "Check both, and that pg_hba.conf allows this user from this machine.",
  },
  {
    code: /^3D000$/,
    says: "The database in SVC_DATABASE_URL does not exist",
    hint: "Create it: createdb --owner=<user> <database>",
  },
  {
    code: /^42501$/,
    says: "The user in SVC_DATABASE_URL lacks a privilege in the database",
    hint: "Let the user own the database: alter database <database> owner to <user>",
  },
  {
    code: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    says: "The host in SVC_DATABASE_URL cannot be resolved",
    hint: "Check the host's name, and the DNS of this machine.",
  },
  {
    code: /^53300$/,
    says: "Postgres has no connection left",
    hint: "Lower SVC_DATABASE_POOL, raise max_connections, or put pgbouncer between them.",
  },
  {
    code: /^(?:57014|55P03)$/,
    says: "Postgres took too long",
    hint: "Try again. The log of Postgres shows what it waited for.",
  },
  {
    code: /^25006$/,
    says: "Postgres is read-only: it is a standby, or configured so",
    hint: AT_PRIMARY,
  },
  {
    code: /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|57P03|timeout)$/,
    says: "Postgres cannot be reached",
    hint: "Check that it runs, and that SVC_DATABASE_URL has its host and port.",
  },
  {
    code: /^(?:ECONNRESET|EPIPE|ECONNABORTED|57P01|57P02|57P05|25P03|08\w{3}|closed)$/,
    says: "The connection to Postgres was lost",
    hint: "Try again. Check whether the last change took effect.",
  },
  {
    code: /^(?:40001|40P01)$/,
    says: "Too many changes of the same thing at once",
    hint: AGAIN,
  },
];

/** What the client library says without a code. */
const UNCODED: readonly { message: RegExp; code: string }[] = [
  { message: /server does not support SSL/, code: "tls" },
  { message: /certificate|self.signed|unable to verify|\bTLS\b|altname/i, code: "tls" },
  { message: /timeout expired|timeout exceeded when trying to connect/, code: "timeout" },
  {
    message: /Connection terminated|not queryable|Client was closed|Query read timeout/i,
    code: "closed",
  },
];

/**
 * What a failure of Postgres, or of the way there, means. Undefined for everything else, as a
 * constraint that was broken or a bug. The client library's own words are not repeated: they may
 * hold a password.
 */
export function postgresFailure(error: unknown): SvcError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === "tls") return refusedTls(error);
  if (code === "53100") {
    return new SvcError("storage_full", "The disk of Postgres is full", {
      hint: "Free space on it, then try again; nothing was lost.",
      outside: STORE_FULL,
      cause: error,
    });
  }
  const meaning = MEANINGS.find((row) => row.code.test(code));
  return meaning &&
    new SvcError("unavailable", meaning.says, {
      hint: meaning.hint,
      outside: meaning.hint === AGAIN ? undefined : STORE_AWAY,
      cause: error,
    });
}

/** True when a connection cannot be used any more after this failure: it, or what it leads to. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error &&
    /^(?:ECONN\w+|EPIPE|ETIMEDOUT|57P0\d|25P03|25006|08\w{3}|closed)$/.test(codeOf(error));
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  const uncoded = UNCODED.find(({ message }) => message.test(error.message));
  if (typeof code === "string" && !/^(?:ERR_|DEPTH_|SELF_|UNABLE_|CERT_)/.test(code)) return code;
  return uncoded?.code ?? (typeof code === "string" ? "tls" : "");
}

function refusedTls(cause: Error): SvcError {
  const missing = /does not support SSL/.test(cause.message);
  return new SvcError(
    "unavailable",
    missing
      ? "Postgres does not offer TLS, but SVC_DATABASE_URL requires it"
      : "The certificate of Postgres is not trusted",
    {
      hint: missing
        ? "Enable TLS in Postgres. Only on a private network: " +
          "?sslmode=disable"
        : "Name the authority that signed it: ?sslmode=verify-full&sslrootcert=<file>, and use " +
          "the host name that the certificate has.",
      outside: STORE_AWAY,
      cause,
    },
  );
}
