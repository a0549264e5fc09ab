/** Operations that the emulator serves as the platform does, and that therefore go through to it. */
export const EMULATED: ReadonlySet<string> = new Set([
  "GET /meta",
  "GET /user",
  "GET /user/orgs",
  "GET /users/{username}/orgs",
  "GET /orgs/{org}/members/{username}",
  "GET /repos/{owner}/{repo}/collaborators",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
]);
