import type { Child } from "hono/jsx";
import { Command } from "../../../platform/web/components/command.tsx";
import type { OfferedLines } from "../offer.ts";

interface InstallStepsProps {
  lines: OfferedLines;
  /** True for whoever has logged in with the client. */
  done?: boolean;
  /** Further steps, each a list item. */
  children?: Child;
}

/** The first steps at this registry: install its client and log in. */
export function InstallSteps({ lines, done = false, children }: InstallStepsProps) {
  return (
    <ol class="steps">
      {lines.install === undefined ? null : (
        <li class={done ? "done" : undefined}>
          <h3>
            <a href="/install">Install</a>
            <Done done={done} />
          </h3>
          <Command id="step-install" command={lines.install} what="the install command" />
        </li>
      )}
      <li class={done ? "done" : undefined}>
        <h3>
          Log in
          <Done done={done} />
        </h3>
        <Command id="step-login" command={lines.login} what="the login command" />
      </li>
      {children}
    </ol>
  );
}

/** For whoever does not see the tick. */
function Done({ done }: { done: boolean }) {
  return done ? <span class="visually-hidden">(done)</span> : null;
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
