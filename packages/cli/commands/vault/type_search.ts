import { typeSearch } from "../../provider/types.ts";
import { LOCAL } from "../../vault/local_type.ts";

export default typeSearch("vault", LOCAL);
