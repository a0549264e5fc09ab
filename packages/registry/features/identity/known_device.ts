import type { Services } from "../../access/services.ts";
import { readCookie } from "../../access/credential/credential.ts";
import { canonicalAddress } from "./password/address.ts";

/** A device by a cookie that it got when its account was signed in to there. */
const NAME = "svc.device";

const DAYS = 180;
const DAY_S = 86_400;

type Parts = Pick<Services, "auth" | "config" | "db" | "now">;

/**
 * The `Set-Cookie` by which a device is known to an account that was just signed in to on it, or whose
 * password was reset there by a mail. It is no credential: whoever has it still needs the password.
 */
export async function rememberDevice(
  { auth, config, now }: Parts,
  userId: string,
): Promise<string> {
  const at = Math.floor(now().getTime() / 1000);
  const cookie = await auth.resolver.cookies.sign(`device:${userId}:${at}:${crypto.randomUUID()}`);
  const secure = config.baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${encodeURIComponent(cookie)}; Max-Age=${DAYS * DAY_S}; Path=/; HttpOnly; ` +
    `SameSite=Lax${secure}`;
}

/**
 * What to count a known device of an account under; undefined for all other devices. Only the cookie's
 * own account is looked up, so what was typed tells nothing about anybody else. An address that the
 * account did not confirm may be another's, and is not its own here.
 */
export async function knownDevice(
  { auth, db, now }: Parts,
  headers: Headers,
  login: string,
): Promise<string | undefined> {
  const cookie = readCookie(headers.get("cookie") ?? "", NAME);
  const token = cookie === undefined ? undefined : await auth.resolver.cookies.token(cookie);
  const [kind, userId, at] = token?.split(":") ?? [];
  if (kind !== "device" || userId === undefined) return undefined;
  if (now().getTime() / 1000 - Number(at) > DAYS * DAY_S) return undefined;
  const user = await db.selectFrom("user").select(["username", "email", "emailVerified"])
    .where("id", "=", userId).executeTakeFirst();
  const typed = canonicalAddress(login);
  const own = user?.username === typed || Boolean(user?.emailVerified) && user?.email === typed;
  return own ? token : undefined;
}
