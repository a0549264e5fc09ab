import type { z } from "zod";
import { Field, Notice, TextArea } from "@svc/http/page";
import { AccountNav } from "../../access/page/account_nav.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { askApi, callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import type { Profile } from "./schema.ts";

/** What the form holds. */
interface Input {
  displayName: string;
  bio: string;
  url: string;
  location: string;
}

interface EditProfileProps extends PageFrame {
  input: Input;
  errors?: Partial<Record<keyof Input | "form", string>>;
}

/** The form for how a person presents themselves. */
function EditProfilePage({ input, errors = {}, viewer, here }: EditProfileProps) {
  return (
    <Layout title="Edit your profile" viewer={viewer} here={here} noIndex>
      <h1>Edit your profile</h1>
      <AccountNav current="/account/profile" />
      <section>
        <p>
          Everybody sees it on <a href={`/u/${viewer?.username}`}>your page</a>.
        </p>
        {errors.form ? <Notice kind="error" title={errors.form} /> : null}
        <form class="form sheet" method="post" action="/account/profile">
          <Field
            name="displayName"
            label="Name"
            value={input.displayName}
            error={errors.displayName}
            autocomplete="name"
            maxlength={80}
          />
          <TextArea
            name="bio"
            label="About you"
            value={input.bio}
            error={errors.bio}
            rows={4}
            maxlength={1000}
          />
          <Field
            name="url"
            label="Web page"
            hint="An http or https address."
            value={input.url}
            error={errors.url}
            autocomplete="url"
            maxlength={200}
          />
          <Field
            name="location"
            label="Place"
            value={input.location}
            error={errors.location}
            maxlength={80}
          />
          <div class="buttons">
            <button type="submit" class="primary">Save</button>
          </div>
        </form>
      </section>
    </Layout>
  );
}

/** GET /account/profile */
export async function showEditProfile(visit: SignedInVisit): Promise<Rendered> {
  const { frame } = visit;
  const { profile } = await askApi<{ profile: z.output<typeof Profile> }>(
    visit,
    "GET /api/v1/profile",
  );
  const { displayName, bio, url, location } = profile;
  const input = { displayName, bio: bio ?? "", url: url ?? "", location: location ?? "" };
  return { page: <EditProfilePage {...frame} input={input} /> };
}

/** POST /account/profile: an empty field is cleared. */
export async function editProfile(visit: SignedInVisit): Promise<Rendered | Response> {
  const { frame } = visit;
  const form = await readForm(visit);
  const input: Input = {
    displayName: field(form, "displayName"),
    // Browsers send line ends as CRLF.
    bio: field(form, "bio").replaceAll("\r\n", "\n"),
    url: field(form, "url"),
    location: field(form, "location"),
  };
  const answer = await callApi(
    visit,
    "PATCH /api/v1/profile",
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, value === "" ? null : value]),
    ),
  );
  if (answer.ok) return redirect(`/u/${frame.viewer!.username}`);
  const found = answer.error.details?.map(({ path, message }) => [path, message]);
  return {
    status: answer.status,
    page: (
      <EditProfilePage
        {...frame}
        here="/account/profile"
        input={input}
        errors={found ? Object.fromEntries(found) : { form: refusalText(answer.error) }}
      />
    ),
  };
}
