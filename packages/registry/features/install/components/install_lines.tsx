import type { Child } from "hono/jsx";
import { Command } from "../../../platform/web/components/command.tsx";
import type { OfferedLines } from "../offer.ts";

interface InstallStepsProps {
  lines: OfferedLines;
  /** Further steps, each a list item. */
  children?: Child;
}

/** The first steps at this registry: install its client and log in. */
export function InstallSteps({ lines, children }: InstallStepsProps) {
  return (
    <ol class="steps">
      {lines.install === undefined ? null : (
        <li>
          <h2>
            <a href="/install">Install</a>
          </h2>
          <Command id="step-install" command={lines.install} what="the install command" />
        </li>
      )}
      <li>
        <h2>Log in</h2>
        <Command id="step-login" command={lines.login} what="the login command" />
      </li>
      {children}
    </ol>
  );
}

/** The same beside a command that asks the registry of whoever pastes it, closed at first. */
export function InstallDetails({ lines }: { lines: OfferedLines }) {
  return (
    <details class="first-time">
      <summary>First time at this registry?</summary>
      <p>
        {lines.install === undefined ? "Log in" : "Install svc and log in"}; from then on your{" "}
        <code>svc</code> asks this registry.
      </p>
      {lines.install === undefined ? null : (
        <Command
          id="first-install"
          command={lines.install}
          what="the command that installs svc"
        />
      )}
      <Command id="first-login" command={lines.login} what="the login command" />
    </details>
  );
}
