import { contentGlance } from "@svc/core/descriptor";
import type { ExtensionInfo, Scorecard } from "@svc/core/wire";
import { Command } from "../../../../platform/web/components/command.tsx";
import { InstallDetails } from "../../../install/components/install_lines.tsx";
import type { OfferedLines } from "../../../install/offer.ts";
import { Icon } from "@svc/http/page";
import { extensionHref, labelHref } from "../address/links.ts";
import { ScoreRing } from "../components/score_ring.tsx";
import { UncheckedPoints } from "../components/unchecked_points.tsx";
import { VerifiedBadge } from "../components/verified_badge.tsx";
import { ExtensionName } from "./extension_name.tsx";
import { When } from "../../../../platform/web/components/when.tsx";
import type { Child } from "hono/jsx";

interface ExtensionPlateProps {
  info: ExtensionInfo;
  scorecard: Scorecard | undefined;
  publishedAt: string | undefined;
  /** How to get svc and log in here. */
  lines: OfferedLines;
  now: Date;
}

/** The head of an extension's page: a rating plate with what it is, its score and how to get it. */
export function ExtensionPlate(props: ExtensionPlateProps) {
  const { info, scorecard } = props;
  const contents = contentGlance(info.contents);
  return (
    <header class="plate extension-plate">
      <div class="plate-top">
        <div class="plate-title">
          <ExtensionName name={info.name} />
          <p class="lede">{info.description || "No description."}</p>
          <p class="plate-chips">
            {info.verified ? <VerifiedBadge /> : null}
            {info.isPrivate && (
              <span class="chip">
                <Icon name="lock" />Private
              </span>
            )}
            {info.deprecatedAt ? <span class="chip chip-bad">deprecated</span> : null}
            {info.yankedAt
              ? <span class="chip chip-bad">{info.restriction ? "in quarantine" : "yanked"}</span>
              : null}
            {info.labels.map((label) => (
              <a class="chip chip-quiet" href={labelHref(label)}>{label}</a>
            ))}
          </p>
        </div>
        {scorecard && (
          <a class="ring-link" href={extensionHref(info.name, "score")}>
            <ScoreRing scorecard={scorecard} />
            <UncheckedPoints scorecard={scorecard} />
          </a>
        )}
      </div>
      {info.yankedAt ? null : (
        <>
          <Command
            id="install"
            command={`svc extension pull ${info.name}`}
            what="the install command"
          />
          <InstallDetails lines={props.lines} />
        </>
      )}
      <dl class="plate-facts">
        <Fact label="Version">
          {info.latestVersion ?? info.latestRc ?? info.latestBeta ?? "none"}
        </Fact>
        {props.publishedAt && (
          <Fact label="Published">
            <When at={props.publishedAt} now={props.now} />
          </Fact>
        )}
        <Fact label="License">{info.license ?? "not named"}</Fact>
        {contents === "" ? null : <Fact label="Contents">{contents}</Fact>}
        <Fact label="Platforms">
          {info.platforms.length === 0 ? "all" : info.platforms.join(", ")}
        </Fact>
        <Fact label="Pulls">{info.pullCount.toLocaleString("en")}</Fact>
      </dl>
    </header>
  );
}

/** A label with its value, inside a `<dl>`. */
export function Fact({ label, children }: { label: string; children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
