import { type ErrorBody, isSvcError } from "@svc/core/error";
import { assertSlug } from "@svc/core/name";
import { callApi, refusalText } from "../../../access/page/call_api.ts";
import { field, readForm } from "../../../access/page/read_form.ts";
import type { Rendered } from "../../../access/page/html_response.ts";
import { redirect } from "@svc/http/edge";
import type { Visit } from "../../../access/page/visit.ts";
import { SecondFactorPage } from "./second_factor.tsx";
import { SignInPage } from "./sign_in.tsx";
import { SignUpPage } from "./sign_up.tsx";
import { returnTo } from "@svc/http/input";
import { signUpErrors } from "./sign_up_errors.ts";

/** GET /sign-in */
export function showSignIn(visit: Visit): Rendered | Response {
  const to = returnTo(visit.url.searchParams.get("return_to"));
  if (visit.frame.viewer) return redirect(to);
  return { page: <SignInPage {...visit.frame} returnTo={to} /> };
}

/** POST /sign-in */
export async function signIn(visit: Visit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const to = returnTo(form.get("return_to"));
  const login = field(form, "login");
  const password = form.get("password") ?? "";
  const answer = await callApi(visit, {
    method: "POST",
    path: login.includes("@") ? "/api/auth/sign-in/email" : "/api/auth/sign-in/username",
    body: login.includes("@") ? { email: login, password } : { username: login, password },
  });
  if (answer.ok) return redirect(to, answer.cookies);
  const pending = answer.error.details?.find(({ path }) => path === "pending")?.message;
  if (answer.error.code === "second_factor_required" && pending !== undefined) {
    return {
      secret: true,
      page: <SecondFactorPage {...visit.frame} returnTo={to} pending={pending} />,
    };
  }
  return {
    status: answer.status,
    retryAfter: answer.retryAfter,
    page: (
      <SignInPage
        {...visit.frame}
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
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/auth/sign-in/second-factor",
    body: { pending, code: field(form, "code") },
  });
  if (answer.ok) return redirect(to, answer.cookies);
  const { status, retryAfter } = answer;
  const error = refusalText(answer.error);
  const page = answer.error.code === "session_expired"
    ? <SignInPage {...visit.frame} returnTo={to} error={error} />
    : <SecondFactorPage {...visit.frame} returnTo={to} pending={pending} error={error} />;
  return { status, retryAfter, secret: true, page };
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
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/auth/sign-up/email",
    body: { ...input, password: form.get("password") ?? "" },
  });
  if (!answer.ok) return refuse(answer.status, answer.error);
  return redirect(to, answer.cookies);
}

/** POST /sign-out */
export async function signOut(visit: Visit): Promise<Response> {
  await readForm(visit);
  const answer = await callApi(visit, { method: "POST", path: "/api/auth/sign-out", body: {} });
  return redirect("/", answer.ok ? answer.cookies : []);
}
