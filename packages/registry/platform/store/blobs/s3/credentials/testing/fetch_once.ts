// Fetches credentials as a registry would that has this environment: `deno run -A fetch_once.ts SOURCE
// MILLISECONDS`. Prints them as JSON, or the refusal. Its standard error is for the test to see what
// the library says.
import { isSvcError } from "@svc/core/error";
import { fetchCredentials } from "../fetch.ts";
import type { S3Source } from "../source.ts";

const [source, patience] = Deno.args;
const answer = await fetchCredentials(source as S3Source, "eu-central-1", Number(patience))
  .catch((error) => {
    if (!isSvcError(error)) throw error;
    return { code: error.code, message: error.message, hint: error.hint };
  });
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(answer)));
// A source that does not answer keeps its connection.
Deno.exit(0);
