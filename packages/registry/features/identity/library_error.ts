import { ERROR_CODES, type ErrorBody, type ErrorCode, type ErrorDetail } from "@svc/core/error";

/** The identity library's refusals, under our codes and with a way out. */
const KNOWN: Readonly<Record<string, { code: ErrorCode; hint?: string; message?: string }>> = {
  INVALID_EMAIL_OR_PASSWORD: wrongPassword(),
  INVALID_USERNAME_OR_PASSWORD: wrongPassword(),
  // What a name may look like is not a secret, yet a wrong one is answered as any wrong name is.
  INVALID_USERNAME: wrongPassword(),
  USERNAME_TOO_SHORT: wrongPassword(),
  USERNAME_TOO_LONG: wrongPassword(),
  USERNAME_IS_ALREADY_TAKEN: {
    code: "name_taken",
    message: "The username is taken",
    hint: "Choose another name.",
  },
  INVALID_EMAIL: { code: "validation_failed", hint: "Give an address such as ada@example.org." },
  INVALID_PASSWORD: { code: "invalid_credentials", hint: "Type your current password again." },
  PASSWORD_TOO_SHORT: {
    code: "validation_failed",
    hint: "Choose a password of at least 8 characters.",
  },
  PASSWORD_TOO_LONG: {
    code: "validation_failed",
    hint: "Choose a password of at most 128 characters.",
  },
  KEY_NOT_FOUND: { code: "not_found", hint: "List your keys to see their ids." },
  INVALID_NAME_LENGTH: {
    code: "validation_failed",
    hint: "Give the key a name of 1 to 32 characters.",
  },
  EXPIRES_IN_IS_TOO_SMALL: { code: "validation_failed", hint: "Choose at least one day." },
  EXPIRES_IN_IS_TOO_LARGE: { code: "validation_failed", hint: "Choose at most 365 days." },
  NO_VALUES_TO_UPDATE: { code: "validation_failed", hint: "Send a name or enabled." },
  UNAUTHORIZED_SESSION: { code: "not_authenticated", hint: "Sign in first." },
  MISSING_OR_NULL_ORIGIN: { code: "forbidden", hint: "Open the page and try again there." },
  INVALID_ORIGIN: { code: "forbidden", hint: "Open the page and try again there." },
};

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "validation_failed",
  401: "not_authenticated",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "body_too_large",
  415: "unsupported_media_type",
  422: "validation_failed",
  429: "rate_limited",
};

/**
 * Puts an error body of the identity library into our shape (design §4), with the status it answers
 * with. A body whose code is one of ours comes from our own part of it and keeps its words.
 */
export function mapLibraryError(
  status: number,
  body: unknown,
): { status: number; body: ErrorBody } {
  const { code: given, message, hint, details } = isRecord(body) ? body : {};
  const text = typeof message === "string" && message !== "" ? message : "The request was refused";
  if (typeof given === "string" && Object.hasOwn(ERROR_CODES, given)) {
    const code = given as ErrorCode;
    return {
      status: ERROR_CODES[code],
      body: {
        error: text,
        code,
        ...(typeof hint === "string" ? { hint } : {}),
        ...(Array.isArray(details) ? { details: details as ErrorDetail[] } : {}),
      },
    };
  }
  const known = typeof given === "string" ? KNOWN[given] : undefined;
  if (known !== undefined) {
    return {
      status: ERROR_CODES[known.code],
      body: {
        error: known.message ?? text,
        code: known.code,
        ...(known.hint === undefined ? {} : { hint: known.hint }),
      },
    };
  }
  const code = BY_STATUS[status];
  if (code === undefined) {
    return { status: 500, body: { error: "The server could not do this", code: "internal" } };
  }
  return { status: ERROR_CODES[code], body: { error: text, code } };
}

function wrongPassword() {
  return {
    code: "invalid_credentials" as const,
    message: "The name or the password is wrong",
    hint: "Check both; after several failed attempts you have to wait.",
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
