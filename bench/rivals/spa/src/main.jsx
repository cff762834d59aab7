import "../shared/site.css";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes, useSearchParams } from "react-router";
import { Booking } from "#shared/booking.jsx";
import { Landing } from "#shared/landing.jsx";
import { Footer, Header } from "#shared/layout.jsx";
import { name } from "#shared/shell.json";

const client = new QueryClient();

const read = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

/** The header needs no data. The two API calls are made at the same time. */
function App() {
  const { data: content } = useQuery({ queryKey: ["content"], queryFn: () => read("/api/content") });
  const { data: nights } = useQuery({ queryKey: ["nights"], queryFn: () => read("/api/availability") });
  const data = content && nights ? { ...content, nights } : null;
  return (
    <>
      <Header name={name} />
      <main id="main" className="min-h-[60vh]">
        {data ? (
          <Routes>
            <Route path="/" element={<Landing {...data} />} />
            <Route path="/book" element={<BookingPage data={data} />} />
          </Routes>
        ) : (
          <p role="status" className="frame py-8">
            Loading...
          </p>
        )}
      </main>
      {data ? <Footer name={name} site={data.site} /> : null}
    </>
  );
}

function BookingPage({ data }) {
  const [asked] = useSearchParams();
  return <Booking {...data} arrival={asked.get("in") ?? undefined} />;
}

createRoot(document.getElementById("root")).render(
  <QueryClientProvider client={client}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
);
