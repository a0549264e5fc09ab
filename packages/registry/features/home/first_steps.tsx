import { redirect } from "@svc/http/edge";
import { readForm } from "../../access/page/form.ts";
import type { SignedInVisit } from "../../access/page/visit.ts";
import type { Services } from "../../access/services.ts";
import { Command } from "../../platform/web/components/command.tsx";
import { endFirstSteps, type FirstSteps, firstStepsOf } from "../extensions/pulls/first_steps.ts";
import { InstallSteps } from "../install/components/install_lines.tsx";
import type { OfferedLines } from "../install/offer.ts";
import { Section } from "../../platform/web/components/section.tsx";

/** How far a person has come, with what their client did a moment ago; undefined past the first steps. */
export async function freshFirstSteps(
  { db, auth, pulls }: Services,
  userId: string,
): Promise<FirstSteps | undefined> {
  if (await firstStepsOf(db, userId) === undefined) return undefined;
  // They look here to see whether it worked: what they just did may not be written yet.
  await Promise.all([auth.resolver.lastUsed.flush(), pulls.flush()]);
  return await firstStepsOf(db, userId);
}

/** What somebody does first who is new here, as far as they have come. */
export function FirstStepsSection({ steps, lines, example }: {
  steps: FirstSteps;
  lines: OfferedLines;
  /** An extension to pull; undefined where there is none. */
  example: string | undefined;
}) {
  return (
    <Section class="first-steps" id="first-steps" title="Your first steps">
      <InstallSteps lines={lines} done={steps.loggedIn}>
        {example === undefined
          ? (
            <li>
              <h3>Publish</h3>
              <Command id="step-publish" command="svc extension init" what="the first command" />
            </li>
          )
          : <PullStep example={example} />}
      </InstallSteps>
      <form method="post" action="/first-steps">
        <button type="submit">
          Hide<span class="visually-hidden">the first steps</span>
        </button>
      </form>
    </Section>
  );
}

/** The last step: a first extension. */
export function PullStep({ example }: { example: string }) {
  return (
    <li>
      <h3>Pull</h3>
      <Command
        id="step-pull"
        command={`svc extension pull ${example}`}
        what="the pull command"
      />
    </li>
  );
}

/** POST /first-steps: whoever posts it does not see them again. */
export async function hideFirstSteps(visit: SignedInVisit): Promise<Response> {
  const { services, principal, now } = visit;
  await readForm(visit);
  await endFirstSteps(services.db, principal.user.id, now);
  return redirect("/");
}
