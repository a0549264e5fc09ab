import type { Client } from "../client.ts";
import { collect, type Listing } from "../page.ts";
import type { RepositoryName } from "../repository_name.ts";
import type { Alert } from "./alert.ts";
import type { Scanner } from "./scanner.ts";

/** Alerts read of one repository at most; more are cut, and said to be. */
const MOST_ALERTS = 10_000;

/** The open alerts of one repository, as they were read. */
export interface Reading<A extends Alert> {
  alerts: A[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** Generic patterns the server does not know. */
  patternsUnsupported?: string[];
  /** The address that answered, which is another one for a renamed repository. */
  url: string | undefined;
}

/** How one scanner's alerts are read. */
export interface AlertReader<A extends Alert> {
  scanner: Scanner;
  /** Reads all open alerts of one repository; throws what the client throws. */
  read(client: Client, name: RepositoryName): Promise<Reading<A>>;
}

/** A page of alerts as the client gives it. */
interface Page<Raw> {
  url: string;
  data: Raw[];
  headers: { link?: string | undefined };
}

/** Reads the pages of one list to its end, or to the most a document holds. */
export async function readAlerts<Raw, A extends Alert>(
  pages: AsyncIterable<Page<Raw>>,
  toAlert: (raw: Raw) => A,
): Promise<Reading<A>> {
  let url: string | undefined;
  const seen = async function* () {
    for await (const page of pages) {
      url ??= page.url;
      yield page;
    }
  };
  const { items, truncated }: Listing<A> = await collect(seen(), toAlert, {
    maxItems: MOST_ALERTS,
  });
  return { alerts: items, truncated, url };
}
