import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadError } from "./load-error.tsx";

type Props<T> = {
  query: UseQueryResult<T>;
  /** For the error message. */
  what: string;
  loading: ReactNode;
  /** For screen readers until the content has loaded; omitted if there is a visible heading. */
  heading?: string;
  children: (data: T) => ReactNode;
};

/** A failed refetch leaves the content as it is. */
export function Loaded<T>({ query, what, loading, heading, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      {heading ? <h1 className="sr-only">{heading}</h1> : null}
      {query.error ? (
        <LoadError error={query.error} what={what} retry={() => void query.refetch()} />
      ) : typeof loading === "string" ? (
        <p role="status">{loading}</p>
      ) : (
        loading
      )}
    </>
  );
}
