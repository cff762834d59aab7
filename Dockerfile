# Builds the container image from the lock file, without install scripts. The container's user can write only to /data.
# docker build -t latchkey .
FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs --now && node scripts/image-files.mjs /image

FROM node:26-bookworm-slim
# With one allocator arena and the flags below, the idle process needs about 110 MB of memory (decision 3).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /image ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=2", "--no-sparkplug", "--no-maglev", "--optimize-for-size", "dist/server/main.js"]
