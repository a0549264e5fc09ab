/** Why a text cannot be read, in words that follow the name of its file. */
export class Unreadable extends Error {
  override name = "Unreadable";
}
