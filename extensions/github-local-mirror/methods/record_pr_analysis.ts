import type { MethodResult } from "../../platform/context.ts";
import { openObjects } from "../objects/mod.ts";
import { openPlaces } from "../places/mod.ts";
import { namesOf, sha12 } from "../reports/stored/names.ts";
import { lookupAt } from "../review/evidence_refs.ts";
import { evidenceOf } from "../review/record.ts";
import type { AnalysisArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Keeps what a review of a pull request's current head found out; writes `prAnalysisEvidence`. */
export async function recordPrAnalysis(
  args: AnalysisArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  const places = await openPlaces(context);
  const objects = await openObjects(places, { create: false, signal: context.signal });
  const lookup = (headSha: string) => lookupAt(objects, headSha);
  const evidence = await evidenceOf(context, { name: places.name, args, lookup });
  const name = namesOf(places.name).of(
    "prAnalysisEvidence",
    String(args.prNumber),
    sha12(evidence.headSha),
  );
  return { dataHandles: [await context.writeResource("prAnalysisEvidence", name, evidence)] };
}
