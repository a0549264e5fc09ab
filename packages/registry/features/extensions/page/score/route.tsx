import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { viewOf } from "../frame/view.ts";
import { ScorePage } from "./page.tsx";

/** GET …/score: how the version that an extension is judged by scored. */
export async function showScore(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const { view, shown } = await viewOf(visit, visible);
  const scorecard = shown && scorecardOf(visit.services.config, visible.extension, shown);
  return { page: <ScorePage view={view} scorecard={scorecard} version={shown?.version} /> };
}
