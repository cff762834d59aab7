/**
 * `inlineCss` is experimental, and saves a round trip for the style sheet before the first paint. AVIF is off by
 * default, and makes pictures smaller. Both favour Next.js.
 */
export default {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  images: { formats: ["image/avif", "image/webp"] },
  experimental: { inlineCss: true },
};
