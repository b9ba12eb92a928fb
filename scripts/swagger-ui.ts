/**
 * Keeps the two files of Swagger UI that the page needs, so a production install doesn't carry the whole
 * package. Run `bun run build:swagger` after updating it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const target = join(import.meta.dir, '../src/http/swagger-ui')
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
  writeFileSync(join(target, `${name}.gz`), Bun.gzipSync(readFileSync(join(source, name)), { level: 9 }))
