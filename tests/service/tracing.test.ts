import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temp'

const root = join(import.meta.dir, '../..')

/** Opens and closes everything a service opens, and lists the files of ours that were loaded for it. */
async function loadedWith(settings: Record<string, string>): Promise<string[]> {
  const script = `
    const { compose, dismantle } = await import('./src/compose.ts')
    const { loadConfig } = await import('./src/config.ts')
    const deps = await compose(loadConfig(process.env))
    console.log(JSON.stringify(Object.keys(require.cache)))
    await dismantle(deps)`
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', script], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: join(temporaryFolder('tracing'), 'data'), LOG_LEVEL: 'silent', ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(errors).toBe('')
  return JSON.parse(output) as string[]
}

test('nothing that traces is loaded unless a collector is set up', async () => {
  const isTracing = (path: string) => path.includes('/telemetry/otlp/') || path.includes('opentelemetry')
  const without = await loadedWith({})
  expect(without.length).toBeGreaterThan(50)
  expect(without.filter(isTracing)).toEqual([])
  const withCollector = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(withCollector.filter(isTracing).length).toBeGreaterThan(0)
})
