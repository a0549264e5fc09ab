import { typeDescribe } from "../../provider/types.ts";
import { LOCAL } from "../../vault/local_type.ts";

export default typeDescribe("vault", LOCAL);
