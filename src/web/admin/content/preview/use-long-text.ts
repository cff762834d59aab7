import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isPlain, plainHtml } from "#domain/property/markdown.ts";
import { longTextQuery } from "../../../api/content.ts";

const QUIET_MS = 300;

/** A long text as guests would see it: rendered by the server a moment after the typing has stopped; until then its bare words. */
export function useLongText(text: string): string {
  const settled = useSettled(text);
  const { data, isError } = useQuery({
    ...longTextQuery(settled),
    enabled: !isPlain(settled),
    placeholderData: keepPreviousData,
  });
  return isPlain(text) || isError || data === undefined ? plainHtml(text) : data;
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
