# For the same image from the same code, pin the base by its digest; docs/operating.md has the command.
ARG BUN_IMAGE=oven/bun:1.4.4-slim

FROM ${BUN_IMAGE} AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --ignore-scripts

FROM ${BUN_IMAGE}
WORKDIR /app
# In production nothing is simulated: to try the image out, run it with -e NODE_ENV=development.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json tsconfig.json truckroll LICENSE NOTICE ./
COPY db ./db
COPY src ./src
COPY scripts/bundle.ts scripts/source-map.ts ./scripts/
RUN bun scripts/bundle.ts --for-image
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["bun", "-e", "const r = await fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/healthz'); process.exit(r.ok ? 0 : 1)"]
# Bun itself is the first process, so that SIGTERM reaches it.
CMD ["bun", "src/index.ts"]
