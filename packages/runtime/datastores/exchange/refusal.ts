/** Why a file of an exchange folder, or something here, was left alone. The sync goes on without it. */
export class Refused extends Error {
  override name = "Refused";
}
