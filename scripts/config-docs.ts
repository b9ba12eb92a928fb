import { join } from 'node:path'
import { sections, type Variable } from '../src/config/variables'

const source = 'src/config/variables.ts'
const command = 'bun scripts/config-docs.ts'

/** Pads columns the way the formatter does, so formatting the file isn't drift. */
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

/** One table for each section. */
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

You configure Truckroll with environment variables, and you don't need any: without them, the service starts with demo providers and keeps its data in \`./data\`. With \`NODE_ENV=production\`, nothing is simulated that people could take for real; see [Production](#production). An empty variable counts as not set. Bun also reads a \`.env\` file in the working directory; copy \`.env.example\` to start one.

If values are wrong, the service doesn't start. It lists every problem at once, each with the reason and a good example, and never repeats the value of a secret or a URL.

## Settings in the console

The office changes what customers see under _Settings_ in the console, and every change counts at once, without a restart: name, phone, email, postal address, logo, color, time zone, working hours, holidays, booking rules, invoice terms, languages and public access. The variables under [Business](#business) set only the first value. A value that was changed in the console stays, whatever the variable says, until somebody chooses _Reset_. The page and \`doctor\` say where each value comes from.

## Secrets

You can set the HQ signing key, the proof key, the cron secret and the webhook signing secret in the environment. The first start generates the ones you don't set and keeps them in \`secrets.json\` in \`DATA_DIR\` (mode 0600), together with the keys for signed links, verification codes and push messages. Back that file up with the database. If you set \`HQ_JWKS_URL\` but not \`HQ_JWT_SECRET\`, no HQ signing key is generated: only your identity provider issues tokens.

## Production

With \`NODE_ENV=production\`, the service refuses to start with any of these and says what to set instead:

- a secret shorter than 16 characters, or one copied from an example in these docs
- an HQ, proof, cron or webhook secret that is easy to guess: repeated characters, keyboard rows or words. The output of \`openssl rand -hex 32\` is always accepted
- a \`PUBLIC_URL\` that begins with \`http:\`, unless it points to this machine
- \`TRUSTED_PROXIES\` that includes nearly everyone, such as \`0.0.0.0/0\`
- \`SEED_DEMO=on\`
- \`HQ_JWKS_URL\` without https, \`HQ_JWT_ISSUER\` or \`HQ_JWT_AUDIENCE\`. Outside production, plain http works too, but only to this machine
- \`HQ_OIDC_ISSUER\` without https. Outside production, plain http works too, but only to this machine

Until you set your providers' keys:

- Without \`STRIPE_SECRET_KEY\`, nobody can pay online. Checkout answers 502, stored cards aren't charged, nothing is paid out, and pages and invoices ask customers to call. To try the service out with simulated payments, set \`DEMO_PAYMENTS=on\`; every page, email, text and invoice then says that payments are simulated.
- Without an email or SMS provider, messages stay in the outbox as undelivered, and requests that report a delivery (a sign-in code, an invoice) answer 502. The log says that a message wasn't delivered but never includes its text, so codes and links don't end up there.
- \`GET /api/dev/health\` and \`doctor\` list the providers that are missing.

## Settings that go together

- \`TWILIO_ACCOUNT_SID\`, \`TWILIO_AUTH_TOKEN\` and \`TWILIO_FROM\`: set all three or none.
- \`GEOCODER\` and \`GEOCODER_URL\`: set both or neither.
- \`RESEND_API_KEY\` and \`SMTP_URL\` each need \`EMAIL_FROM\`.
- \`STRIPE_SECRET_KEY\` needs \`STRIPE_WEBHOOK_SECRET\` in production.
- \`HQ_JWT_SECRET\` and \`HQ_JWKS_URL\` can both be set. Tokens from either are then accepted.
- \`HQ_OIDC_ISSUER\` and \`HQ_OIDC_CLIENT_ID\`: set both to offer "Continue with SSO" in the console, or neither. \`HQ_OIDC_CLIENT_SECRET\` needs both. They work with or without \`HQ_JWT_SECRET\` and \`HQ_JWKS_URL\`. [Single sign-on](server.md#single-sign-on) shows how to set up common providers.

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
  const head = `# Copy to .env and uncomment the lines you change; the value after each = is the default.\n# Written by \`${command}\` from ${source}.\n`
  const blocks = sections.map(({ title, variables }) => {
    const settings = Object.entries(variables).map(([name, variable]) => renderSetting(name, variable))
    return `# ---- ${title} ----\n\n${settings.join('\n')}`
  })
  return [head, ...blocks].join('\n')
}

async function readText(path: string): Promise<string | null> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : null
}

/** The text of every generated file that is out of date. */
export async function findDrift(root: string): Promise<Map<string, string>> {
  const wanted = new Map([
    ['.env.example', renderEnvExample()],
    ['docs/configuration.md', renderConfigDoc()],
  ])
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
