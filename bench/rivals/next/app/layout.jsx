import "../shared/site.css";
import { preload } from "react-dom";
import { Footer, Header } from "#shared/layout.jsx";
import shell from "#shared/shell.json";
import { readContent } from "../data.js";

export const metadata = { title: shell.name };

export default async function Layout({ children }) {
  const { site } = await readContent();
  for (const font of shell.fonts) preload(font, { as: "font", type: "font/woff2", crossOrigin: "" });
  return (
    <html lang="en">
      <body>
        <Header name={shell.name} />
        <main id="main" className="min-h-[60vh]">
          {children}
        </main>
        <Footer name={shell.name} site={site} />
      </body>
    </html>
  );
}
