/** What an application asks for to use this server in a person's name. */
export const askedScopes = ["openid", "profile", "collectives", "serve", "offline_access"];
