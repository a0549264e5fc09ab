// What the catalogue's stories cost on a code host: requests made and time taken, beside the least
// number of requests with which its API can do the same. Methods run in this process, against the
// stand-in, so the time is that of the stand-in too.
import { measureAlerts } from "./catalogue/alerts.ts";
import { measureReads } from "./catalogue/reads.ts";
import { heading } from "./catalogue/row.ts";
import { measureWrites } from "./catalogue/writes.ts";

await heading();
const kept = [await measureAlerts(), await measureWrites(), await measureReads()];
if (kept.includes(false)) Deno.exit(1);
