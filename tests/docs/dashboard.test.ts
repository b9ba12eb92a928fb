import { expect, test } from 'bun:test'
import { runTask } from '../../src/modules/operations'
import { startTestApp } from '../support/app'
import { parseMetrics } from '../support/prometheus'

interface Panel {
  id: number
  title: string
  targets?: { expr: string }[]
}

const dashboard = (await Bun.file(`${import.meta.dir}/../../docs/grafana-dashboard.json`).json()) as {
  panels: Panel[]
}
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The metrics an expression reads; a label or a function has no such prefix. */
const metricsIn = (expression: string): string[] => expression.match(/\b(?:truckroll|process)_\w+/g) ?? []
const familyOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')

/** A service with a real provider, so every metric has a sample. */
async function everyMetric() {
  const token = 'metrics-token-0123456789abcdef'
  const service = await startTestApp({
    METRICS_TOKEN: token,
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'twilio-token-0123456789abcdef',
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: 'http://127.0.0.1:9',
  })
  const { deps } = service
  deps.providers.probes.refreshAll()
  await deps.providers.sms.send({ key: 'one', to: '+13034441234', text: 'Hello' }).catch(() => null)
  await runTask(deps, 'webhook-retry', { name: 'one', trigger: 'cli' }, async () => ({
    answer: 1,
    counts: {},
  }))
  await deps.background.idle()
  await service.call('GET', '/api/vitals')
  while (deps.requests.totals().length === 0) await Bun.sleep(1)
  const families = parseMetrics((await service.call('GET', '/metrics', { token })).text)
  await service.close()
  return families
}

const families = await everyMetric()

test('the dashboard reads only metrics that exist, in the form their type has', () => {
  expect(expressions.length).toBeGreaterThan(30)
  const wrong = expressions.filter((expression) => {
    const names = metricsIn(expression)
    return names.length === 0 || names.some((name) => !exists(name))
  })
  expect(wrong).toEqual([])
})

function exists(name: string): boolean {
  if (families.get(name)) return families.get(name)?.type !== 'histogram'
  return families.get(familyOf(name))?.type === 'histogram'
}

test('the dashboard groups only by labels that exist', () => {
  const labels = new Set(
    [...families.values()].flatMap(({ samples }) => samples.flatMap((one) => Object.keys(one.labels))),
  )
  const grouped = expressions.flatMap((expression) =>
    [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
  )
  expect(grouped.filter((label) => !labels.has(label))).toEqual([])
})

test('the dashboard shows every metric', () => {
  const read = new Set(expressions.flatMap(metricsIn).map(familyOf))
  expect([...families.keys()].filter((name) => !read.has(name))).toEqual([])
})

test('every panel of the dashboard has its own number and a title', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  expect(dashboard.panels.filter(({ title }) => title === '')).toEqual([])
})
