# Another base must be a Debian with Node 26, npm and a user `node`.
ARG BASE=docker.io/library/node:26.10.0-slim

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node, so the pinned one among the dependencies is not needed, and nothing reads types, maps and manuals.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --no-audit --no-fund && npm cache clean --force \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@types \
  && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -iname 'readme.md' -o -iname 'changelog.md' \) -delete

# Node without its symbols, a shell, and what both need of Debian.
FROM ${BASE} AS system
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node
COPY deploy/image/collect-system.sh /
RUN sh /collect-system.sh /system

FROM scratch
COPY --from=system /system /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# The C library gives freed memory back to the system.
ENV MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE CHANGELOG.md SECURITY.md THIRD-PARTY-LICENCES.md ./
COPY bin ./bin
COPY clients/typescript/README.md ./clients/typescript/
COPY conformance/README.md ./conformance/
COPY docs ./docs
COPY fonts ./fonts
COPY src ./src
RUN ln -s /app/bin/proffer.js /usr/local/bin/proffer \
  && mkdir -p /data /backups node_modules/.cache/proffer \
  && chown node:node /data /backups node_modules/.cache/proffer
USER node
# Fills the compile cache, so that each container starts in half the time and with less memory. Its bytes differ from build
# to build: releases leave it out, because their image is reproducible.
ARG COMPILE_CACHE=on
RUN if [ "$COMPILE_CACHE" = on ]; then \
  DATA_DIR=/tmp/first-start HOST=127.0.0.1 PORT=0 timeout --preserve-status 5 proffer serve && rm -rf /tmp/first-start; fi
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["proffer"]
CMD ["serve"]
