import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { swagger } from '@elysiajs/swagger'
import type { AnyElysia } from 'elysia'
import { describeApp } from './openapi/document'

const assets = { 'swagger-ui-bundle.js': 'text/javascript', 'swagger-ui.css': 'text/css' } as const

/** The plugin's own page loads from a CDN; ours is served from here, so that it works on a box without internet. */
export function mountSwagger(app: AnyElysia): AnyElysia {
  // The plugin reads the document at each request, and its paths win over what the plugin finds by itself.
  const documentation = describeApp(app) as never
  app.use(swagger({ path: '/swagger', documentation, excludeStaticFile: false, exclude: [/.*/] }))
  app.get('/swagger', () => new Response(page, { headers: pageHeaders }), { detail: { hide: true } })
  app.get(
    '/swagger/start.js',
    () => new Response(startScript, { headers: { 'content-type': 'text/javascript' } }),
    {
      detail: { hide: true },
    },
  )
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const [name, type] of Object.entries(assets))
    app.get(
      `/swagger/${name}`,
      () =>
        new Response(Bun.file(join(folder, name)), {
          headers: { 'content-type': type, 'cache-control': 'public, max-age=86400' },
        }),
      { detail: { hide: true } },
    )
  return app
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // Swagger UI styles its elements in place; scripts come from us alone.
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Truckroll interface</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`

const startScript = `window.ui = SwaggerUIBundle({
  url: '/swagger/json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  filter: true,
})
`
