// Reads over HTTP at 100,000 documents, against a bare Deno.serve that answers the same bytes.
import { benchReads } from "./serve/reads.ts";

await benchReads();
