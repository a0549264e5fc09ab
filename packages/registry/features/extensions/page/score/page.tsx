import type { Scorecard } from "@svc/core/wire";
import { ExtensionShell } from "../frame/shell.tsx";
import type { ExtensionView } from "../frame/view.ts";
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
