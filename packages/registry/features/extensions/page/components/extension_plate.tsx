import type { ExtensionInfo, Scorecard } from "@svc/core/wire";
import type { Child } from "hono/jsx";
import { Command } from "../../../../platform/web/components/command.tsx";
import { Icon } from "../../../../platform/web/components/icon.tsx";
import { ScoreRing } from "./score_ring.tsx";
import { VerifiedBadge } from "./verified_badge.tsx";
import { When } from "../../../../platform/web/components/when.tsx";

interface ExtensionPlateProps {
  info: ExtensionInfo;
  scorecard: Scorecard | undefined;
  /** Counts of the catalogue entry (spec §2.7); absent before a version is published. */
  contents: { behaviorTypes: number; reports: number } | undefined;
  publishedAt: string | undefined;
  now: Date;
}

/** The head of an extension's page: a rating plate with what it is, its score and how to get it. */
export function ExtensionPlate(props: ExtensionPlateProps) {
  const { info, scorecard } = props;
  const slash = info.name.indexOf("/");
  return (
    <header class="plate extension-plate">
      <div class="plate-top">
        <div class="plate-title">
          <h1>
            <a class="owner" href={`/collectives/${info.name.slice(1, slash)}`}>
              {info.name.slice(0, slash)}
            </a>
            <span class="slash">/</span>
            <wbr />
            {info.name.slice(slash + 1)}
          </h1>
          <p class="lede">{info.description || "No description."}</p>
          <p class="plate-chips">
            {info.verified ? <VerifiedBadge /> : null}
            {info.isPrivate
              ? (
                <span class="chip">
                  <Icon name="lock" />Private
                </span>
              )
              : null}
            {info.deprecatedAt ? <span class="chip chip-bad">deprecated</span> : null}
            {info.yankedAt ? <span class="chip chip-bad">yanked</span> : null}
            {info.labels.map((label) => <span class="chip chip-quiet">{label}</span>)}
          </p>
        </div>
        {scorecard
          ? (
            <a class="ring-link" href="#score">
              <ScoreRing scorecard={scorecard} />
            </a>
          )
          : null}
      </div>
      <Command
        id="install"
        command={`svc extension pull ${info.name}`}
        what="the install command"
      />
      <dl class="plate-facts">
        <Fact label="Version">
          {info.latestVersion ?? info.latestRc ?? info.latestBeta ?? "none"}
        </Fact>
        {props.publishedAt
          ? (
            <Fact label="Published">
              <When at={props.publishedAt} now={props.now} />
            </Fact>
          )
          : null}
        <Fact label="License">{info.license ?? "not named"}</Fact>
        {props.contents
          ? (
            <>
              <Fact label="Behavior types">{props.contents.behaviorTypes}</Fact>
              <Fact label="Reports">{props.contents.reports}</Fact>
            </>
          )
          : null}
        <Fact label="Platforms">
          {info.platforms.length === 0 ? "all" : info.platforms.join(", ")}
        </Fact>
        <Fact label="Pulls">{info.pullCount.toLocaleString("en")}</Fact>
      </dl>
    </header>
  );
}

function Fact({ label, children }: { label: string; children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
