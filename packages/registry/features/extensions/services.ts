import type { Analyst } from "./analysis/mod.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { PublicReads } from "./read/public_reads.ts";
import type { PullCounter } from "./read/pulls.ts";
import type { EvidenceMemory } from "./score/evidence_cache.ts";
import type { UrlSigner } from "./upload/signed_url.ts";

/** What the handlers of extensions work with besides. */
export interface ExtensionServices {
  /** Reads and analyses archives as data. */
  analyst: Analyst;
  search: SearchIndex;
  /** Addresses that archives go to and come from. */
  urls: UrlSigner;
  publicReads: PublicReads;
  pulls: PullCounter;
  /** What outside services said of dependencies. */
  evidence: EvidenceMemory;
}

declare module "../../access/services.ts" {
  interface Services extends ExtensionServices {}
}
