import { isSvcError, reasonHint, reasonOf, SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { after, pauseFor } from "@svc/core/timer";
import { readText } from "../client/body.ts";
import type { Host } from "../frame/host.ts";
import { type Claims, claimsOf, LONGEST_TOKEN } from "./claims.ts";
import type { CiJob } from "./provider.ts";

/** An identity token of the job that svc runs in. Never written, and in no error. */
export interface IdentityToken {
  token: string;
  claims: Claims;
  /** True for one that a job has one of: after an exchange it is used up. */
  isOnly: boolean;
}

/** How a provider may be waited for. */
export interface Waiting {
  /** Milliseconds that one answer may take. */
  timeoutMs: number;
  /** Milliseconds before each further try after an answer of 5xx. */
  pauses: readonly number[];
}

const WAITING: Waiting = { timeoutMs: 15_000, pauses: [250, 1000] };

/** The longest answer of a provider, in bytes: more than the longest token, and keys beside it. */
const LONGEST_ANSWER = 2 * LONGEST_TOKEN;

/**
 * Gets an identity token of the job for an audience.
 *
 * @throws SvcError `not_authenticated` when the job gets none; `unavailable` or `timeout` when its
 *   provider does not answer as it should; `token_malformed` for what is no token, `token_invalid`
 *   for one of another audience or one that has expired.
 */
export async function identityToken(
  host: Pick<Host, "env">,
  job: CiJob,
  audience: string,
  waiting: Waiting = WAITING,
): Promise<IdentityToken> {
  const { provider, source, variable } = job;
  if (source === undefined) throw noIdentityToken(job, audience);
  const token = await tokenFrom(source, { host, job, audience, waiting });
  const claims = claimsOf(token);
  if (claims === undefined) {
    throw new SvcError(
      "token_malformed",
      source.kind === "variable"
        ? `${job.variable} is not an identity token`
        : `What ${provider.title} gave is not an identity token`,
      { hint: provider.fix(audience, variable) },
    );
  }
  assertFits(claims, job, audience);
  return { token, claims, isOnly: source.kind === "variable" };
}

/** The refusal of a job that gets no identity token, with what gives it one. */
export function noIdentityToken({ provider, variable }: CiJob, audience: string): SvcError {
  return new SvcError(
    "not_authenticated",
    `Not authenticated: there is no key, and this job (${provider.title}) has no identity token`,
    { hint: `${provider.fix(audience, variable)} Or set SVC_API_KEY.` },
  );
}

/** A registry refuses the same without saying what it was. */
function assertFits({ aud, exp }: Claims, { provider, variable }: CiJob, audience: string): void {
  if (aud !== audience) {
    throw new SvcError(
      "token_invalid",
      `The identity token is for ${JSON.stringify(aud)}, and has to be for ${
        JSON.stringify(audience)
      }`,
      { hint: provider.fix(audience, variable) },
    );
  }
  if (typeof exp === "number" && exp * 1000 < Date.now() - 30_000) {
    throw new SvcError("token_invalid", "The identity token has expired", {
      hint: "Run the job again: a token is made when it starts.",
    });
  }
}

interface Asking {
  host: Pick<Host, "env">;
  job: CiJob;
  audience: string;
  waiting: Waiting;
}

async function tokenFrom(
  source: NonNullable<CiJob["source"]>,
  asking: Asking,
): Promise<string> {
  const { env } = asking.host;
  switch (source.kind) {
    case "variable":
      return env(asking.job.variable)!.trim();
    case "address":
      return await fromAddress(env(source.url)!, env(source.bearer)!, asking);
    case "program":
      return await fromProgram(source.line(asking.audience), asking);
    case "metadata":
      return await fromMetadata(env(source.hostVariable) || source.host, asking);
  }
}

async function fromAddress(address: string, bearer: string, asking: Asking): Promise<string> {
  const { job: { provider, variable }, audience, waiting } = asking;
  const url = URL.parse(address);
  // A header cannot hold anything else, and the error of one that tried would repeat it.
  if (url === null || !/^https?:$/.test(url.protocol) || !/^[!-~]+$/.test(bearer)) {
    throw unavailable(asking, "names no address that can be asked");
  }
  url.searchParams.append("audience", audience);
  for (let attempt = 0;; attempt += 1) {
    const { status, text } = await answered(asking, async () => {
      const response = await fetch(url, {
        headers: { accept: "application/json", authorization: `Bearer ${bearer}` },
        // The bearer is for this address and no other.
        redirect: "error",
        signal: AbortSignal.timeout(waiting.timeoutMs),
      });
      return { status: response.status, text: await readText(response, LONGEST_ANSWER) };
    });
    if (status === 200) return valueIn(text);
    if (status < 500) {
      throw new SvcError(
        "not_authenticated",
        `Not authenticated: ${provider.title} answered ${status} when it was asked for an identity token`,
        { hint: provider.fix(audience, variable) },
      );
    }
    const pause = waiting.pauses[attempt];
    if (pause === undefined) throw unavailable(asking, `answered ${status}`);
    await pauseFor(pause);
  }
}

/** The value of `{ "value": … }`, whatever else is there. */
function valueIn(text: string): string {
  const body = parsedJson(text);
  const value = typeof body === "object" && body !== null && "value" in body ? body.value : "";
  return typeof value === "string" ? value : "";
}

async function fromProgram(
  [program, ...args]: readonly [string, ...string[]],
  asking: Asking,
): Promise<string> {
  const { audience, job: { provider, variable }, waiting } = asking;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "null" })
      .spawn();
  } catch (error) {
    throw new SvcError(
      "not_authenticated",
      `Not authenticated: ${program}, which gives a job its identity token, cannot be started`,
      { hint: provider.fix(audience, variable), cause: error },
    );
  }
  const { promise: late, reject } = Promise.withResolvers<never>();
  using _limit = after(waiting.timeoutMs, () => {
    child.kill("SIGKILL");
    reject(new DOMException(program, "TimeoutError"));
  });
  // A child of the program's own may hold its output open after its end.
  const { success, code, stdout } = await answered(
    asking,
    () => Promise.race([child.output(), late]),
  );
  if (!success) throw unavailable(asking, `gave none ('${program}' ended with ${code})`);
  return new TextDecoder().decode(stdout).trim();
}

async function fromMetadata(host: string, asking: Asking): Promise<string> {
  const query = new URLSearchParams({ audience: asking.audience, format: "full" });
  const { plainText } = await import("./metadata_server.ts");
  const { status, text } = await answered(asking, () =>
    plainText(
      `http://${host}/computeMetadata/v1/instance/service-accounts/default/identity?${query}`,
      {
        headers: { "metadata-flavor": "Google" },
        timeoutMs: asking.waiting.timeoutMs,
        longest: LONGEST_ANSWER,
      },
    ));
  if (status !== 200) throw unavailable(asking, `answered ${status}`);
  return text.trim();
}

/** What `ask` answers; what it throws, told as a person can act on it. */
async function answered<T>(asking: Asking, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { job: { provider }, waiting } = asking;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new SvcError(
        "timeout",
        `${provider.title} gave no identity token within ${waiting.timeoutMs / 1000} s`,
        { hint: "Run the job again." },
      );
    }
    if (isSvcError(error)) throw unavailable(asking, "answered with far more than a token");
    const reason = reasonOf(error, (name) => Deno.env.get(name));
    throw unavailable(
      asking,
      `could not be reached (${reason})`,
      reasonHint(reason),
    );
  }
}

function unavailable(
  { job: { provider } }: Asking,
  what: string,
  hint = "Run the job again. If it stays so, look at the provider's status page.",
): SvcError {
  return new SvcError(
    "unavailable",
    `${provider.title} ${what} when it was asked for an identity token`,
    { hint },
  );
}
