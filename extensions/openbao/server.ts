import { terminalLine } from "../platform/terminal.ts";
import { SecretFailure } from "../platform/secrets/failure.ts";
import { type Answer, noSuchServer, send } from "./request.ts";
import type { Connection } from "./settings.ts";

/** A request of the API, below `/v1/`. */
export interface ApiRequest {
  method: "GET" | "POST" | "DELETE";
  /** Names of the path; each is encoded. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** What messages call it; its path unless given. */
  name?: string;
  /** Texts that no message may repeat. */
  secrets?: readonly string[];
}

/** An answer whose status is the caller's to judge: a success, 400 or 404. */
export interface Reply {
  status: number;
  /** The body, undefined when there was none. */
  json: unknown;
  /** What the server says is wrong, without secrets. */
  said: string;
  /** The failure that it tells of. */
  failure: SecretFailure;
}

/** The server of a vault. */
export interface Server {
  /** @throws SecretFailure for every other answer, and without one */
  ask(request: ApiRequest): Promise<Reply>;
}

/** Tries while the server asks for patience; what it refuses so was not carried out. */
const TRIES = 4;

/** Longest pause between two tries, in milliseconds. */
const MOST_PAUSE_MS = 5_000;

/** The server that a connection leads to. It logs in when it has to. */
export function serverAt(connection: Connection, timeoutMs?: number): Server {
  const { address, namespace, login, caCert } = connection;
  const { origin } = new URL(address);
  let token = "token" in login ? login.token : undefined;
  const headersOf = (): Record<string, string> => ({
    ...(token === undefined ? {} : { "x-vault-token": token }),
    ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
    "content-type": "application/json",
  });
  const sendTo = ({ method, path, query = {}, body }: ApiRequest) => {
    const search = new URLSearchParams(query).toString();
    const url = `${address}/v1/${path.map(encodeURIComponent).join("/")}${search && `?${search}`}`;
    return send({ method, url, headers: headersOf(), body, caCert, timeoutMs });
  };
  const patiently = async (request: ApiRequest): Promise<Answer> => {
    for (let attempt = 1;; attempt++) {
      const answer = await sendTo(request);
      // 412: this server has not heard yet of what another one has written.
      if ((answer.status !== 429 && answer.status !== 412) || attempt === TRIES) return answer;
      const pause = Math.min((answer.retryAfter ?? attempt) * 1000, MOST_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const logIn = async () => {
    if ("token" in login) return;
    token = undefined;
    const { appRole, roleId, secretId } = login;
    const request: ApiRequest = {
      method: "POST",
      path: ["auth", ...appRole.split("/"), "login"],
      body: { role_id: roleId, secret_id: secretId },
      secrets: [secretId, roleId],
    };
    const answer = await patiently(request);
    if (answer.status >= 400) {
      throw failureOf(answer.status, saidIn(answer, request.secrets!), {
        where: request.path.join("/"),
        origin,
        credential: "BAO_ROLE_ID and BAO_SECRET_ID",
      });
    }
    const given = (answer.json as { auth?: { client_token?: unknown } } | undefined)?.auth
      ?.client_token;
    if (typeof given !== "string" || !/^[\x21-\x7e]+$/.test(given)) {
      throw noSuchServer("its login returned no token");
    }
    token = given;
  };
  return {
    async ask(request) {
      const renewed = token === undefined;
      if (renewed) await logIn();
      let answer = await patiently(request);
      if (answer.status === 403 && !renewed && !("token" in login)) {
        // The token of a role ends after a while.
        await logIn();
        answer = await patiently(request);
      }
      const said = saidIn(answer, [...request.secrets ?? [], token!]);
      const where = request.name ?? request.path.join("/");
      const failure = failureOf(answer.status, said, { where, origin, credential: "the token" });
      const { status, json } = answer;
      if (status >= 400 && status !== 400 && status !== 404) throw failure;
      return { status, json, said, failure };
    },
  };
}

/** The failure that an answer tells of. */
function failureOf(
  status: number,
  said: string,
  { where, origin, credential }: { where: string; origin: string; credential: string },
): SecretFailure {
  switch (status) {
    case 400:
      return new SecretFailure(
        "refused",
        `${origin} refuses ${where}: ${said}`,
        `Check ${credential}`,
      );
    case 403:
      return new SecretFailure(
        "refused",
        `${origin} does not let you use ${where}: ${said}`,
        `Check that ${credential} has not expired, and that its policy names this path`,
      );
    case 404:
    case 405:
      return new SecretFailure(
        "not_set_up",
        `There is no ${where} at ${origin}: ${said}`,
        "Check address, namespace and mount",
      );
    case 429:
    case 412:
      return new SecretFailure("unavailable", `${origin} asks to wait: ${said}`, "Run again later");
    case 503:
      return /sealed/i.test(said)
        ? new SecretFailure(
          "locked",
          `${origin} is sealed`,
          "Somebody with its keys must run 'bao operator unseal'",
        )
        : new SecretFailure("unavailable", `${origin} is not ready: ${said}`, "Run again later");
    default:
      return new SecretFailure(
        "unavailable",
        `${origin} failed with status ${status}: ${said}`,
        "See the server's log, then run again",
      );
  }
}

/** The errors that an answer names, without any of the secrets. */
function saidIn({ json }: Answer, secrets: readonly string[]): string {
  const errors = (json as { errors?: unknown } | undefined)?.errors;
  const list = Array.isArray(errors) ? errors.filter((one) => typeof one === "string") : [];
  let text = list.join("; ").slice(0, 10_000);
  for (const secret of secrets) if (secret.length > 2) text = text.replaceAll(secret, "***");
  return terminalLine(text.replaceAll(/\s+/g, " ").trim()).slice(0, 200) || "it does not say why";
}
