/** Whether two logins are one account: the platform ignores their case. */
export function sameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a login is that of a bot, as the platform writes them. */
export function isLoginOfBot(login: string): boolean {
  return login.endsWith("[bot]");
}
