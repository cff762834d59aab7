import { readTerms } from "#contract/terms.ts";
import { queryOf } from "./client.ts";

export const termsQuery = queryOf(readTerms, {});
