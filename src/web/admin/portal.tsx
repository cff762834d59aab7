import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";

export function Portal({ client }: { client: QueryClient }) {
  return <QueryClientProvider client={client}>Portal</QueryClientProvider>;
}
