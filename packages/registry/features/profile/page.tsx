import type { SearchResponse } from "@svc/core/wire";
import type { z } from "zod";
import { ExtensionCards } from "../extensions/page/components/extension_card.tsx";
import { searchExtensions, searchQuery } from "../extensions/read/search.ts";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { redirect } from "@svc/http/edge";
import type { Rendered, Visit } from "../../access/page/visit.ts";
import { userOf } from "../../access/credential/principal.ts";
import { readProfile } from "./profile.ts";
import type { Profile } from "./schema.ts";
import { subjectNamed } from "./subject.ts";
import { Section } from "../../platform/web/components/section.tsx";

interface ProfilePageProps extends PageFrame {
  profile: z.input<typeof Profile>;
  /** What the person publishes under their own name. */
  extensions: SearchResponse;
  now: Date;
}

/** How a person presents themselves. */
function ProfilePage({ profile, extensions, viewer, here, now }: ProfilePageProps) {
  return (
    <Layout title={profile.displayName} viewer={viewer} here={here}>
      <header class="plate">
        <h1>{profile.displayName}</h1>
        {profile.displayName === profile.username ? null : <p class="lede">{profile.username}</p>}
        {profile.bio === null ? null : <p>{profile.bio}</p>}
        <p class="quiet">
          {profile.location === null ? null : <>{profile.location},{" "}</>}
          joined <When at={profile.joinedAt} now={now} />
        </p>
        {profile.url === null ? null : (
          <p>
            <a href={profile.url} rel="nofollow ugc noreferrer">{profile.url}</a>
          </p>
        )}
      </header>
      {viewer?.username === profile.username && (
        <p>
          <a href="/account/profile">Edit your profile</a>
        </p>
      )}
      <Section id="extensions" title={`Extensions by ${profile.username}`}>
        {extensions.extensions.length === 0
          ? <p class="quiet">Nothing is published here yet.</p>
          : <ExtensionCards extensions={extensions.extensions} now={now} />}
        {extensions.meta.total > extensions.extensions.length && (
          <p class="all-link">
            <a href={`/collectives/${profile.username}`}>
              See all {extensions.meta.total.toLocaleString("en")}
            </a>
          </p>
        )}
      </Section>
    </Layout>
  );
}

/** GET /u/{username}; a collective has its own page. */
export async function showProfile(visit: Visit): Promise<Rendered | Response> {
  const { services, principal, frame, now, context } = visit;
  const name = (context.req.param("username") ?? "").toLowerCase();
  const subject = await subjectNamed(services.db, name, userOf(principal)?.id ?? null, null);
  if (subject.kind === "collective") return redirect(`/collectives/${subject.name}`);
  const profile = await readProfile(services.db, services.config.baseUrl, subject);
  const extensions = await searchExtensions(
    services,
    principal,
    searchQuery.parse({
      collective: subject.name,
      sort: "pulls",
      channel: ["stable", "rc", "beta"],
    }),
  );
  return {
    page: <ProfilePage {...frame} profile={profile} extensions={extensions} now={now} />,
  };
}
