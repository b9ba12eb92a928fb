import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../src/app'
import { compose, dismantle } from '../src/compose'
import { loadConfig } from '../src/config'
import type { OpenApiDocument } from '../src/http/swagger'
import { brokenPromises } from './openapi-rules'

interface Problem {
  ruleId: string
  message: string
  location: { pointer?: string }[]
}
interface Report {
  problems: Problem[]
}

/** Probes are not limited and take no input, so the caller can do nothing wrong. */
const isProbeWithout4xx = ({ ruleId, location }: Problem): boolean =>
  ruleId === 'operation-4xx-response' && /paths\/~1(?:healthz|readyz)\//.test(location[0]?.pointer ?? '')

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** The document as the service would serve it, from a separate store. */
async function writeDocument(folder: string): Promise<string> {
  const deps = await compose(
    loadConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', SEED_DEMO: 'off' }),
  )
  try {
    const answer = await createApp(deps).handle(new Request('http://localhost/swagger/json'))
    const path = join(folder, 'openapi.json')
    await Bun.write(path, JSON.stringify(await answer.json(), null, 2))
    return path
  } finally {
    await dismantle(deps)
  }
}

/** Checks a document with redocly's recommended rules, without network calls. */
async function lint(path: string): Promise<Report> {
  const linter = Bun.spawn(
    [process.execPath, cli, 'lint', '--extends', 'recommended', '--format', 'json', path],
    {
      cwd: dirname(path),
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [text, errors] = await Promise.all([
    new Response(linter.stdout).text(),
    new Response(linter.stderr).text(),
  ])
  await linter.exited
  try {
    return JSON.parse(text) as Report
  } catch {
    throw new Error(`redocly's output could not be read:\n${text}${errors}`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'truckroll-openapi-'))
try {
  const path = await writeDocument(folder)
  const problems = (await lint(path)).problems.filter((problem) => !isProbeWithout4xx(problem))
  const broken = brokenPromises((await Bun.file(path).json()) as OpenApiDocument)
  for (const promise of broken) console.error(promise)
  for (const { ruleId, message, location } of problems)
    console.error(`${ruleId}: ${message} (${location[0]?.pointer ?? 'document'})`)
  const count = problems.length + broken.length
  console.log(count === 0 ? 'The API document is clean.' : `${count} problems in the API document.`)
  process.exitCode = count === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
