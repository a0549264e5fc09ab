import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import type { Scorecard } from "@svc/core/wire";
import { ExtensionShell } from "../frame/shell.tsx";
import { Score } from "./score.tsx";

/** How the newest version of an extension scored. */
export function ScorePage({ view, scorecard, version }: {
  view: ExtensionView;
  /** Absent before the first version. */
  scorecard: Scorecard | undefined;
  version: string | undefined;
}) {
  return (
    <ExtensionShell view={view} tab="score" title="Score">
      {scorecard === undefined
        ? <p>There is no score before the first version.</p>
        : (
          <Score scorecard={scorecard}>
            <p class="quiet">
              Version <code>{version}</code>.{" "}
              <a href="/docs/writing-an-extension#the-score">What is scored</a>
            </p>
          </Score>
        )}
    </ExtensionShell>
  );
}

/** GET …/score: how the version that an extension is judged by scored. */
export async function showScore(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const { view, shown } = await viewOf(visit, visible);
  const scorecard = shown && scorecardOf(visit.services.config, visible.extension, shown);
  return { page: <ScorePage view={view} scorecard={scorecard} version={shown?.version} /> };
}
