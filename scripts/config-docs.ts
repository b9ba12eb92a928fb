import { join } from 'node:path'
import { sections, type Variable } from '../src/config/variables'

const source = 'src/config/variables.ts'
const command = 'bun scripts/config-docs.ts'
const start = '<!-- config:start -->'
const end = '<!-- config:end -->'

/** Columns are padded as the formatter pads them, so that formatting is no drift. */
function renderTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  const [head, ...body] = rows.map(line)
  return [head, rule, ...body].join('\n')
}

function renderDefault({ default: value, derived }: Variable): string {
  const text = value ?? derived
  return text === undefined ? '' : `\`${text}\``
}

function renderRow(name: string, variable: Variable): string[] {
  const mark = variable.secret ? ' Secret.' : ''
  const example = /^(the|a) /.test(variable.example) ? variable.example : `\`${variable.example}\``
  return [`\`${name}\``, renderDefault(variable), variable.description + mark, example]
}

/** Every variable, a table a section: the same text in docs/configuration.md and in the README. */
export function renderConfigTable(): string {
  const head = ['Variable', 'Default', 'What it does', 'Example']
  return sections
    .map(({ title, variables }) => {
      const rows = Object.entries(variables).map(([name, variable]) => renderRow(name, variable))
      return `### ${title}\n\n${renderTable([head, ...rows])}`
    })
    .join('\n\n')
}

export function renderConfigDoc(): string {
  return `# Configuration

<!-- Written by \`${command}\` from ${source}. -->

Everything is set by environment variables, and none is required: with none set, the service starts with demo providers and keeps its data in \`./data\`. With \`NODE_ENV=production\` nothing is simulated that people could take for real: see Production below. An empty variable counts as not set. Bun also reads a \`.env\` file in the working directory; \`.env.example\` is one to start from.

A start with bad values stops and lists every fault at once, each with its reason and a good example. Values of secrets and of URLs are never repeated.

## Secrets

The HQ signing key, the proof key, the cron secret and the webhook signing secret are taken from the environment. Those it does not set are generated on the first start into \`secrets.json\` in \`DATA_DIR\` (mode 0600) and kept, together with the keys of signed links and verification codes. Back that file up with the database. With \`HQ_JWKS_URL\` set and \`HQ_JWT_SECRET\` not, no HQ signing key is made: only the identity provider issues tokens.

## Production

With \`NODE_ENV=production\`, these stop the start, each with a line that says what to set:

- a secret shorter than 16 characters, or one from an example in these pages,
- an HQ, proof, cron or webhook secret that is easy to guess: repeated, typed along the keyboard, or made of words. The output of \`openssl rand -hex 32\` is always accepted,
- a \`PUBLIC_URL\` that begins with \`http:\`, unless it leads to this machine,
- \`TRUSTED_PROXIES\` that includes nearly everybody, such as \`0.0.0.0/0\`,
- \`SEED_DEMO=on\`,
- \`HQ_JWKS_URL\` without https, \`HQ_JWT_ISSUER\` or \`HQ_JWT_AUDIENCE\`. Outside production, plain http is allowed to this machine only.

## Production

With \`NODE_ENV=production\`:

- Without \`STRIPE_SECRET_KEY\`, nobody can pay online: checkout answers 502, stored cards are not charged, nothing is paid out, and pages and invoices ask customers to call. Set \`DEMO_PAYMENTS=on\` to try the service out with simulated payments; every page, email, text and invoice then says that they are.
- Without an email or SMS provider, messages are kept in the outbox as undelivered, and anything that reports a delivery (a sign-in code, an invoice) answers 502. The log says so without their text, so no code or link is in it.
- \`GET /api/dev/health\` and \`doctor\` name what is missing.

## What belongs together

- \`TWILIO_ACCOUNT_SID\`, \`TWILIO_AUTH_TOKEN\` and \`TWILIO_FROM\`: all three or none.
- \`GEOCODER\` and \`GEOCODER_URL\`: both or neither.
- \`RESEND_API_KEY\` or \`SMTP_URL\` needs \`EMAIL_FROM\`.
- \`STRIPE_SECRET_KEY\` needs \`STRIPE_WEBHOOK_SECRET\` in production.
- \`HQ_JWT_SECRET\` and \`HQ_JWKS_URL\` may both be set; tokens of either are then accepted.

## Variables

${renderConfigTable()}
`
}

function renderSetting(name: string, variable: Variable): string {
  const hint = variable.derived ? ` Default: ${variable.derived}` : ` Example: ${variable.example}`
  const explanation = variable.description + (variable.default === undefined ? hint : '')
  return `# ${explanation}\n# ${name}=${variable.default ?? ''}\n`
}

export function renderEnvExample(): string {
  const head = `# Copy to .env and uncomment what you change; what follows each = is the default.\n# Written by \`${command}\` from ${source}.\n`
  const blocks = sections.map(({ title, variables }) => {
    const settings = Object.entries(variables).map(([name, variable]) => renderSetting(name, variable))
    return `# ---- ${title} ----\n\n${settings.join('\n')}`
  })
  return [head, ...blocks].join('\n')
}

/** Null when the README has no place for the table. */
export function embedConfigTable(readme: string): string | null {
  const from = readme.indexOf(start)
  const to = readme.indexOf(end, from)
  if (from === -1 || to === -1) return null
  return `${readme.slice(0, from + start.length)}\n\n${renderConfigTable()}\n\n${readme.slice(to)}`
}

async function readText(path: string): Promise<string | null> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : null
}

/** What each written file should hold, for those that do not hold it. */
export async function findDrift(root: string): Promise<Map<string, string>> {
  const wanted = new Map([
    ['.env.example', renderEnvExample()],
    ['docs/configuration.md', renderConfigDoc()],
  ])
  const readme = await readText(join(root, 'README.md'))
  const embedded = readme === null ? null : embedConfigTable(readme)
  if (embedded !== null) wanted.set('README.md', embedded)
  for (const [path, text] of wanted) {
    if ((await readText(join(root, path))) === text) wanted.delete(path)
  }
  return wanted
}

async function main(): Promise<void> {
  const root = join(import.meta.dir, '..')
  const drift = await findDrift(root)
  if (!process.argv.includes('--check')) {
    for (const [path, text] of drift) await Bun.write(join(root, path), text)
    console.log(drift.size === 0 ? 'Nothing to write.' : `Wrote ${[...drift.keys()].join(', ')}.`)
  } else if (drift.size > 0) {
    console.error(`Out of date: ${[...drift.keys()].join(', ')}. Run \`${command}\`.`)
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
