/** What this server asks of people: who they are, their collectives with roles, and the same later. */
export const SCOPES = "openid profile email collectives offline_access";
