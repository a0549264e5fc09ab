/** A person's account on a registry, as its sign-up page makes it. */
export interface Account {
  username: string;
  password: string;
  /** The session cookie of the browser that signed up. */
  cookie: string;
}

/** Signs a new user up over HTTP. */
export async function signUp(serverUrl: string, username: string): Promise<Account> {
  const password = `${crypto.randomUUID()}-${username}`;
  const response = await post(serverUrl, "/api/auth/sign-up/email", undefined, {
    name: username,
    username,
    email: `${username}@example.org`,
    password,
  });
  const cookie = response.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  return { username, password, cookie };
}

/** Creates a collective owned by the account. */
export async function createCollective(
  serverUrl: string,
  account: Account,
  slug: string,
): Promise<void> {
  await post(serverUrl, "/api/v1/collectives/create", account.cookie, { slug });
}

async function post(
  serverUrl: string,
  path: string,
  cookie: string | undefined,
  body: object,
): Promise<Response> {
  const response = await fetch(serverUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: serverUrl,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
  return response;
}
