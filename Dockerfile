# The whole program: web app built, server on the Node that package-lock.json pins.
# Whoever wants the same bytes each time names the base with its digest: NAME@sha256:…
ARG BASE=node:24.21.0-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY identity/package.json identity/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY training/package.json training/
COPY evaluation/package.json evaluation/
COPY scripts/ensure-installed.mjs scripts/
RUN node -e "import('./scripts/ensure-installed.mjs').then((own) => own.ensureInstalled())"
COPY . .
RUN node scripts/build-web.mjs && npm prune --omit=dev

FROM ${BASE}
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "server/src/main.ts"]
