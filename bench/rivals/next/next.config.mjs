/**
 * A standalone production server. `inlineCss`, which is experimental, saves the round trip for the style sheet before
 * the first paint. AVIF, which is off by default, makes pictures smaller. Both options favour Next.js.
 */
export default {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  images: { formats: ["image/avif", "image/webp"] },
  experimental: { inlineCss: true },
};
