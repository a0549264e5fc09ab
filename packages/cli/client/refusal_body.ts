import { ERROR_CODES, type ErrorCode, type ErrorDetail } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { isPage, readText } from "./body.ts";

/** What the body of a refusal says, as far as it is what it should be. */
export interface SaidRefusal {
  /** The message; a web page is not repeated. */
  said?: string;
  code?: ErrorCode;
  hint?: string;
  details?: readonly ErrorDetail[];
  grants?: readonly string[];
  /** Set when the body is not what a server of svc answers: a web page, or other than JSON. */
  foreign?: "page" | "text";
}

/** The code of a refusal that names none. */
export const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: "validation_failed",
  401: "not_authenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  410: "not_found",
  413: "body_too_large",
  422: "validation_failed",
  429: "rate_limited",
  503: "unavailable",
  507: "storage_full",
};

/** The longest refusal read, in bytes; a longer one is not a message to a person. */
const LONGEST = 64 * 1024;

/** What to do about a page that says nothing of svc. */
const PAGE_HINT =
  "Check the address. If it is correct, a proxy or a page to sign in at is in front of it: ask its " +
  "operator to let svc pass.";

/** Reads what a server of svc says when it refuses (reference wire 0.3), or whatever else is there. */
export async function readRefusal(response: Response): Promise<SaidRefusal> {
  const text = await readText(response, LONGEST).catch(() => "");
  const body = parse(response, text);
  return { ...refusalIn(body), ...optional("foreign", foreignness(text, response)) };
}

/** The parts of a refusal that a server sent, each left out unless it is what it should be. */
export function refusalIn(body: Body): SaidRefusal {
  const said = [body.error, body.message].find((one) => typeof one === "string" && one !== "");
  return {
    ...optional("said", said as string | undefined),
    ...optional("code", isCode(body.code) ? body.code : undefined),
    ...optional("hint", typeof body.hint === "string" ? body.hint : undefined),
    ...optional("details", details(body.details)),
    ...optional("grants", texts(body.grants)),
  };
}

/** An answer of which nothing is known yet. */
interface Body {
  error?: unknown;
  message?: unknown;
  code?: unknown;
  hint?: unknown;
  details?: unknown;
  grants?: unknown;
}

function foreignness(text: string, response: Response): SaidRefusal["foreign"] {
  if (isPage(text, response)) return "page";
  const body = parsedJson(text);
  return body === null || typeof body !== "object" ? "text" : undefined;
}

function parse(response: Response, text: string): Body {
  if (isPage(text, response)) {
    const { status } = response;
    const from = URL.parse(response.url)?.origin ?? "The server";
    const error = `${from} answered ${status} with a web page instead of JSON`;
    return { error, ...optional("hint", status < 500 ? PAGE_HINT : undefined) };
  }
  const body = parsedJson(text);
  if (body !== null && typeof body === "object") return body;
  // Plain text is an answer too.
  return text.trim() === "" ? {} : { error: text.trim().slice(0, 500) };
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_CODES, code);
}

function details(found: unknown): ErrorDetail[] | undefined {
  if (!Array.isArray(found)) return undefined;
  return found.filter((one) =>
    typeof one?.path === "string" && typeof one?.message === "string"
  ) as ErrorDetail[];
}

function texts(found: unknown): string[] | undefined {
  return Array.isArray(found) && found.every((one) => typeof one === "string") ? found : undefined;
}

/** `to https://login.example.org`, of a redirect that is not followed. */
export function redirectTarget({ headers, url }: Response): string {
  const origin = URL.parse(headers.get("location") ?? "", url)?.origin;
  return origin === undefined ? "elsewhere" : `to ${origin}`;
}

/** A member of an object, left out when there is no value. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [k in K]?: V } {
  return value === undefined ? {} : { [key]: value } as { [k in K]?: V };
}
