/**
 * A standalone production server. `inlineCss`, which is experimental, saves the style sheet's round trip before the
 * first paint, and AVIF, which is off by default, makes pictures smaller. Both favour Next.js.
 */
export default {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  images: { formats: ["image/avif", "image/webp"] },
  experimental: { inlineCss: true },
};
