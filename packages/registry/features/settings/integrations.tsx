import { safeHref } from "../../platform/web/security/safe_href.ts";
import { When } from "../../platform/web/components/when.tsx";
import type { Settings } from "./settings.ts";

/** An instance of `svc serve` as the interface tells of it. */
interface Instance {
  oauthClientId: string;
  hostname: string;
  version: string;
  deploymentMode: string;
  state: "alive" | "gone";
  startedAt: string;
  lastHeartbeatAt: string;
  /** `url`: where people open it. */
  tags: Record<string, string>;
}

/** The instance's own page. Whoever runs it says where it is, so that the address itself is shown. */
function linkTo({ tags }: Instance) {
  const href = safeHref(tags["url"] ?? "");
  return href === undefined ? "" : (
    <>
      <a href={href} rel="noopener noreferrer">{href}</a>
      {" "}
    </>
  );
}

/** The instances of `svc serve` that admit members of the collective. */
export async function integrationsPage({ read, now, collective }: Settings) {
  const { instances } = await read<{ instances: Instance[] }>("/serve-instances");
  return (
    <>
      <h2>Instances of svc serve</h2>
      <p>
        Each lets members of @{collective.slug}{" "}
        run behaviors over HTTP. One that is not heard from for three hours is shown as gone.
      </p>
      {instances.length === 0
        ? (
          <section class="empty">
            <h3>No instance is registered</h3>
            <p>
              <code>svc serve --auth-mode oauth</code>{" "}
              registers itself for the collectives whose members it admits.{" "}
              <a href="/docs/serve">Read how</a>.
            </p>
          </section>
        )
        : (
          <ul class="rows sheet">
            {instances.map((instance) => (
              <li>
                <div class="row-text">
                  <b>{instance.hostname}</b> {linkTo(instance)}
                  <span class={instance.state === "alive" ? "chip" : "chip chip-bad"}>
                    {instance.state === "alive" ? "running" : "gone"}
                  </span>
                  <p class="quiet">
                    svc {instance.version}, {instance.deploymentMode}, started{" "}
                    <When at={instance.startedAt} now={now} />, last heard{" "}
                    <When at={instance.lastHeartbeatAt} now={now} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      <h2>Applications</h2>
      <p>
        Applications that sign people in with this registry belong to a person:{" "}
        <a href="/account/applications">your applications</a>.
      </p>
    </>
  );
}
