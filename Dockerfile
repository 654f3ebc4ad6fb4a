# Magpie in one image: the service, the dashboard and the embedded engines. See docs/deployment.md.
# Debian and not Alpine: the embedded ClickHouse is built for glibc.
ARG NODE_IMAGE=node:20.20.2-bookworm-slim

# What npm needs to know, so that packages are installed anew only when they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /magpie
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY client/package.json client/
COPY contract/package.json contract/
COPY dashboard/package.json dashboard/
COPY demo/package.json demo/
COPY evals/package.json evals/
COPY extension/package.json extension/
COPY server/package.json server/
COPY sources/package.json sources/

# npm install and not npm ci: it takes the versions of the lockfile too, and npm ci refuses this lockfile because
# it does not list the optional binaries of platforms that the service does not run on.
FROM manifests AS build
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build

FROM manifests AS packages
RUN npm install --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Magpie" \
      org.opencontainers.image.description="Open, self-hosted ad intelligence" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /magpie
COPY --from=packages /magpie ./
COPY --from=build /magpie/client/dist client/dist
COPY --from=build /magpie/contract/dist contract/dist
COPY --from=build /magpie/dashboard/dist dashboard/dist
COPY --from=build /magpie/demo/dist demo/dist
COPY --from=build /magpie/server/dist server/dist
COPY --from=build /magpie/sources/dist sources/dist
COPY server/assets server/assets
COPY server/migrations server/migrations
COPY docs docs
COPY LICENSE ./
COPY scripts/dashboard.cjs scripts/run.cjs scripts/
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
