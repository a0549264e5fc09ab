/** An answer of the API that is not a success, as the client library throws it. */
interface ApiFailure {
  status: number;
  /** Absent when no answer came at all; the library then says status 500. */
  response: { headers: Record<string, string | number | undefined> };
}

/**
 * What to tell a person about a failed call: what was asked, why it failed, and what to do.
 * The token and the API's own message are not repeated.
 *
 * @param what the thing asked for, for example `octocat/hello-world`
 */
export function explain(error: unknown, what: string): Error {
  if (error instanceof Error && error.name === "AbortError") return error;
  if (!isApiFailure(error)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`Reading ${what} failed: ${reason}`, { cause: error });
  }
  return new Error(reasonFor(error, what));
}

function reasonFor({ status, response }: ApiFailure, what: string): string {
  if (status === 401) {
    return `Reading ${what} was refused: the token is not valid. Set GH_TOKEN or GITHUB_TOKEN to a valid one, or run 'gh auth login'`;
  }
  if (status === 429 || (status === 403 && limitReached(response.headers))) {
    const until = resetTime(response.headers);
    return `Reading ${what} was refused: the API's rate limit is used up${
      until ? ` until ${until}. Run again then` : ". Run again later"
    }`;
  }
  if (status === 403) {
    return `Reading ${what} was refused: the token may not read it. Give the token read access to the repository`;
  }
  if (status === 404) {
    return `${what} was not found: it does not exist, or the token may not see it. Check owner/name, and that the token can read it`;
  }
  return `Reading ${what} failed: the API answered ${status}. Run again later`;
}

function limitReached(headers: Record<string, string | number | undefined>): boolean {
  return String(headers["x-ratelimit-remaining"]) === "0" || headers["retry-after"] !== undefined;
}

/** When the limit ends, as far as the answer tells: a pause it asks for, else the hour's reset. */
function resetTime(headers: Record<string, string | number | undefined>): string | undefined {
  const pause = Number(headers["retry-after"]);
  const reset = Number(headers["x-ratelimit-reset"]);
  const time = pause > 0 ? Date.now() + pause * 1000 : reset * 1000;
  return time > 0 ? new Date(time).toISOString() : undefined;
}

function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && "status" in error && typeof error.status === "number" &&
    "response" in error && error.response !== undefined;
}
