import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dir, '../../../docs/operating.md'), 'utf8')

function documented(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page) ?? []
  if (text === undefined) throw new Error(`docs/operating.md has no ${language} example`)
  return text
}

export interface ProxyPorts {
  /** Where clients call the proxy. */
  front: number
  /** Where the service listens. */
  service: number
}

/** How to start a proxy with its configuration in docs/operating.md, on ports of this machine without TLS. */
export type ProxyPlan = (folder: string, ports: ProxyPorts) => string[]

export const caddy: ProxyPlan = (folder, { front, service }) => {
  const [own = ''] = documented('caddyfile').split('\n# Redirect')
  const file = join(folder, 'Caddyfile')
  const site = own.replace('book.example.com', `http://127.0.0.1:${front}`).replace(':3000', `:${service}`)
  // Every test client has its own address, which a real proxy wouldn't believe.
  const believe = 'servers {\n\t\ttrusted_proxies static 127.0.0.1/32\n\t}'
  writeFileSync(file, `{\n\tadmin off\n\t${believe}\n}\n${site}`)
  return [programOf('caddy'), 'run', '--adapter', 'caddyfile', '--config', file]
}

export const nginx: ProxyPlan = (folder, { front, service }) => {
  const script = join(folder, 'truckroll.js')
  writeFileSync(script, documented('js').replace(':3000', `:${service}`))
  const [own = ''] = documented('nginx').split('\nserver {\n    listen 80')
  const site = own
    .replace('/etc/nginx/truckroll.js', script)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${front}`)
    .replaceAll(/ +ssl_.*\n/g, '')
    .replace(':3000', `:${service}`)
  const file = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'tmp'))
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, 'tmp', kind)};`).join('\n')
  const modules = process.env.NGINX_MODULES ?? '/usr/lib/nginx/modules'
  writeFileSync(
    file,
    `load_module ${modules}/ngx_http_js_module.so;
daemon off;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 4096; }
http {
access_log off;
${temporary}
${site}
}
`,
  )
  return [programOf('nginx'), '-c', file, '-p', folder, '-e', join(folder, 'error.log')]
}

/** A program in PATH, or the one its variable names, such as CADDY. */
function programOf(name: string): string {
  const path = process.env[name.toUpperCase()] ?? Bun.which(name)
  if (!path) throw new Error(`Install ${name}, or set ${name.toUpperCase()} to its path`)
  return path
}
