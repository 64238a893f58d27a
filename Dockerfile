# The site in a container: docs/operating.md. The Node.js of the image is the one that npm brings along elsewhere.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node.js.
RUN npm ci --omit=dev --legacy-peer-deps && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm or a shell in between, SIGTERM reaches the site.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=75", "src/run.mjs", "src/process/start.ts"]
