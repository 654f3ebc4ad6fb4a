# Magpie in one image: the service, the dashboard and the embedded engines. See docs/deployment.md.
# Debian and not Alpine: the embedded ClickHouse is built for glibc.
ARG NODE_IMAGE=node:20.20.2-bookworm-slim

# Manifests first, so that packages are installed again only when they change.
FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY client/package.json client/
COPY contract/package.json contract/
COPY dashboard/package.json dashboard/
COPY demo/package.json demo/
COPY evals/package.json evals/
COPY extension/package.json extension/
COPY server/package.json server/
COPY server/vendor server/vendor
COPY sources/package.json sources/
RUN npm ci
COPY . .
# --without-engines for a smaller image that needs DATABASE_URL and CLICKHOUSE_URL.
ARG PACK_OPTIONS=
RUN npm run build && node scripts/pack.mjs --to /release ${PACK_OPTIONS}

# The package of a release, installed as anybody else would.
FROM ${NODE_IMAGE} AS packages
COPY --from=build /release /release
RUN npm install --global --prefix /installed /release/*.tgz && mv /installed/lib/node_modules/magpie* /magpie

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Magpie" \
      org.opencontainers.image.description="Open, self-hosted ad intelligence" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /magpie
COPY --from=packages /magpie ./
RUN ln -s /magpie/scripts/run.cjs /usr/local/bin/magpie
# A new volume takes its owner from here.
RUN mkdir /data /backups && chown node:node /data /backups

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    MAGPIE_DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "scripts/run.cjs"]
CMD ["serve"]
