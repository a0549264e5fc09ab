import { type ErrorBody, isSvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { assertSlug } from "@svc/core/name";
import {
  type ApiAnswer,
  callApi,
  field,
  readForm,
  refusalText,
} from "../../../access/page/form.ts";
import { leadOut } from "../../../access/page/lead_out.tsx";
import { redirect } from "@svc/http/edge";
import type { Rendered, Visit } from "../../../access/page/visit.ts";
import type { PasskeyQuestion } from "../../../platform/web/components/passkey.tsx";
import { noPasskeysAt } from "../../../access/credential/relying_party.ts";
import { PasskeySignInPage, SecondFactorPage, SignInPage } from "./sign_in.tsx";
import { signUpErrors, SignUpPage } from "./sign_up.tsx";
import { returnTo } from "@svc/http/input";

/** GET /sign-in */
export function showSignIn(visit: Visit): Rendered | Response {
  const to = returnTo(visit.url.searchParams.get("return_to"));
  if (visit.frame.viewer) return redirect(to);
  return { page: <SignInPage {...signInFrame(visit)} returnTo={to} /> };
}

function signInFrame({ frame, services }: Visit) {
  return { ...frame, passkeys: noPasskeysAt(services.config.baseUrl) === undefined };
}

/** POST /sign-in */
export async function signIn(visit: Visit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const to = returnTo(form.get("return_to"));
  const login = field(form, "login");
  const password = form.get("password") ?? "";
  const answer = await callApi(
    visit,
    `POST ${login.includes("@") ? "/api/auth/sign-in/email" : "/api/auth/sign-in/username"}`,
    login.includes("@") ? { email: login, password } : { username: login, password },
  );
  if (answer.ok) return await leadOn(visit, to, answer.cookies);
  const detail = (name: string) => answer.error.details?.find(({ path }) => path === name)?.message;
  const pending = detail("pending");
  if (answer.error.code === "second_factor_required" && pending !== undefined) {
    const factors = detail("factors")?.split(" ") ?? [];
    return {
      secret: true,
      page: (
        <SecondFactorPage
          {...visit.frame}
          noPasskeysAt={noPasskeysAt(visit.services.config.baseUrl)}
          returnTo={to}
          pending={pending}
          factors={factors}
        />
      ),
    };
  }
  return {
    status: answer.status,
    retryAfter: answer.retryAfter,
    page: (
      <SignInPage
        {...signInFrame(visit)}
        returnTo={to}
        login={login}
        error={refusalText(answer.error)}
      />
    ),
  };
}

/** POST /sign-in/code: the second step. */
export async function signInByCode(visit: Visit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const to = returnTo(form.get("return_to"));
  const pending = field(form, "pending");
  const answer = await callApi(visit, "POST /api/auth/sign-in/second-factor", {
    pending,
    code: field(form, "code"),
  });
  if (answer.ok) return await leadOn(visit, to, answer.cookies);
  const { status, retryAfter } = answer;
  const error = refusalText(answer.error);
  const factors = field(form, "factors").split(" ");
  const page = answer.error.code === "session_expired"
    ? <SignInPage {...signInFrame(visit)} returnTo={to} error={error} />
    : (
      <SecondFactorPage
        {...visit.frame}
        noPasskeysAt={noPasskeysAt(visit.services.config.baseUrl)}
        returnTo={to}
        pending={pending}
        factors={factors}
        error={error}
      />
    );
  return { status, retryAfter, secret: true, page };
}

/** POST /sign-in/passkey: has the browser ask for one; then signs in with its answer. */
export async function signInByPasskey(visit: Visit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const to = returnTo(form.get("return_to"));
  const pending = field(form, "pending");
  const refuse = ({ status, error, retryAfter }: Refused): Rendered => ({
    status,
    retryAfter,
    page: <SignInPage {...signInFrame(visit)} returnTo={to} error={refusalText(error)} />,
  });
  if (!form.has("response")) {
    const asked = await callApi<PasskeyQuestion>(
      visit,
      "POST /api/auth/passkey/sign-in-options",
      pending === "" ? {} : { pending },
    );
    if (!asked.ok) return refuse(asked);
    const page = <PasskeySignInPage {...visit.frame} returnTo={to} question={asked.body} />;
    return { secret: true, page };
  }
  const answer = await callApi(visit, "POST /api/auth/sign-in/passkey", {
    challengeId: field(form, "challengeId"),
    response: parsedJson(field(form, "response")),
  });
  return answer.ok ? await leadOn(visit, to, answer.cookies) : refuse(answer);
}

type Refused = Extract<ApiAnswer<unknown>, { ok: false }>;

/** Takes up where the person came from; an application that was allowed before is another site at once. */
async function leadOn(
  { frame }: Visit,
  to: string,
  cookies: readonly string[],
): Promise<Response> {
  return to.startsWith("/api/auth/oauth2/authorize")
    ? await leadOut(frame, to, cookies)
    : redirect(to, cookies);
}

/** GET /sign-up */
export function showSignUp(visit: Visit): Rendered | Response {
  const to = returnTo(visit.url.searchParams.get("return_to"));
  if (visit.frame.viewer) return redirect(to);
  return { page: <SignUpPage {...visit.frame} returnTo={to} /> };
}

/** POST /sign-up */
export async function signUp(visit: Visit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const to = returnTo(form.get("return_to"));
  const input = { username: field(form, "username"), email: field(form, "email") };
  const refuse = (status: number, error: ErrorBody): Rendered => ({
    status,
    page: <SignUpPage {...visit.frame} returnTo={to} input={input} errors={signUpErrors(error)} />,
  });
  try {
    assertSlug(input.username, "username");
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return refuse(error.status, error.toJSON());
  }
  const answer = await callApi(visit, "POST /api/auth/sign-up/email", {
    ...input,
    password: form.get("password") ?? "",
  });
  if (!answer.ok) return refuse(answer.status, answer.error);
  return await leadOn(visit, to, answer.cookies);
}

/** POST /sign-out */
export async function signOut(visit: Visit): Promise<Response> {
  await readForm(visit);
  const answer = await callApi(visit, "POST /api/auth/sign-out", {});
  return redirect("/", answer.ok ? answer.cookies : []);
}
