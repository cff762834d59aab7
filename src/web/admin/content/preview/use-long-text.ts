import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isPlain, plainHtml } from "#domain/property/markdown.ts";
import { longTextQuery } from "../../../api/content.ts";
import { useSettled } from "../../../lib/use-settled.ts";

const QUIET_MS = 300;

/**
 * Long text as HTML. The server renders Markdown shortly after typing stops; until then, the previous rendering or the
 * plain text is shown.
 */
export function useLongText(text: string): string {
  const settled = useSettled(text, QUIET_MS);
  const { data, isError } = useQuery({
    ...longTextQuery(settled),
    enabled: !isPlain(settled),
    placeholderData: keepPreviousData,
  });
  return isPlain(text) || isError || data === undefined ? plainHtml(text) : data;
}
