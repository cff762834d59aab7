import * as library from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import * as ours from "./site-query.tsx";

/** Resolves for the query key `["yes"]` and rejects for any other key. */
const defaultOptions = {
  queries: {
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ queryKey }: { queryKey: readonly unknown[] }) => {
      if (queryKey[0] === "yes") return { count: ++requests };
      throw new Error("refused");
    },
  },
};
let requests = 0;

const SHOWN = (query: { data?: unknown; isError: boolean; isLoadingError: boolean }) =>
  `${JSON.stringify(query.data) ?? "nothing"} ${query.isError} ${query.isLoadingError}`;

function LibraryPage() {
  const [yes, no] = [library.useQuery({ queryKey: ["yes"] }), library.useQuery({ queryKey: ["no"], enabled: false })];
  return <p>{[SHOWN(yes), SHOWN(no)].join("; ")}</p>;
}

function OurPage() {
  const [yes, no] = [ours.useQuery({ queryKey: ["yes"] }), ours.useQuery({ queryKey: ["no"], enabled: false })];
  return <p>{[SHOWN(yes), SHOWN(no)].join("; ")}</p>;
}

async function shownByTheLibrary(): Promise<string> {
  requests = 0;
  const server = new library.QueryClient({ defaultOptions });
  await Promise.all([server.prefetchQuery({ queryKey: ["yes"] }), server.prefetchQuery({ queryKey: ["no"] })]);
  await server.prefetchQuery({ queryKey: ["yes"] });
  const state = library.dehydrate(server, { shouldDehydrateQuery: ({ state: { status } }) => status !== "pending" });
  return renderToString(
    <library.QueryClientProvider client={new library.QueryClient({ defaultOptions })}>
      <library.HydrationBoundary state={JSON.parse(JSON.stringify(state))}>
        <LibraryPage />
      </library.HydrationBoundary>
    </library.QueryClientProvider>,
  );
}

async function shownByOurs(): Promise<string> {
  requests = 0;
  const server = new ours.QueryClient({ defaultOptions });
  await Promise.all([server.prefetchQuery({ queryKey: ["yes"] }), server.prefetchQuery({ queryKey: ["no"] })]);
  await server.prefetchQuery({ queryKey: ["yes"] });
  return renderToString(
    <ours.QueryClientProvider client={new ours.QueryClient({ defaultOptions })}>
      <ours.HydrationBoundary state={JSON.parse(JSON.stringify(ours.dehydrate(server)))}>
        <OurPage />
      </ours.HydrationBoundary>
    </ours.QueryClientProvider>,
  );
}

test("without TanStack Query, a page shows exactly the same data and errors from the server as with it", async () => {
  const shown = await shownByOurs();
  expect(shown).toContain("1");
  expect(shown).toBe(await shownByTheLibrary());
});

test("an invalidated response is fetched again, and a failed refetch keeps the earlier data", async () => {
  const client = new ours.QueryClient({ defaultOptions });
  await client.prefetchQuery({ queryKey: ["yes"] });
  const before = client.getQueryData(["yes"]);
  client.invalidateQueries({ queryKey: ["yes"], refetchType: "none" });
  expect(client.getQueryData(["yes"])).toBe(before);
  await client.prefetchQuery({ queryKey: ["yes"] });
  expect(client.getQueryData(["yes"])).not.toEqual(before);
  client.setQueryData(["no"], "an earlier answer");
  const query = client.query(["no"]);
  await query.refetch();
  expect([query.state.data, query.state.error]).toEqual(["an earlier answer", new Error("refused")]);
});

test("of two requests for the same data, the later one wins, even if the earlier one is answered last", async () => {
  const settle: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => settle.push(resolve));
  const client = new ours.QueryClient({ defaultOptions: { queries: { queryFn } } });
  const query = client.query(["nights"]);
  const calls = [query.refetch(), query.refetch()];
  settle[1]?.("new");
  await calls[1];
  settle[0]?.("old");
  await calls[0];
  expect(query.state.data).toBe("new");
});
