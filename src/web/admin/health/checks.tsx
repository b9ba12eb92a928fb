import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Badge, Button, Table, Empty, type Tone } from '../../components'
import { api, settings } from '../session'
import { Figure } from '../shared/facts'
import { Loaded } from '../shared/list'
import { plain } from '../shared/words'

const tones: Record<string, Tone> = { up: 'good', configured: 'good', degraded: 'warn', down: 'bad' }
const verdicts = {
  healthy: { tone: 'good', text: 'Everything works.' },
  degraded: { tone: 'warn', text: 'It works, but something needs a look.' },
  unhealthy: { tone: 'bad', text: 'Something that matters is down.' },
} as const

const names: Record<string, string> = {
  sms: 'SMS',
  email: 'E-mail',
  webhookQueue: 'Payment events',
  errorTracking: 'Errors',
  codehost: 'Code host',
}
const figureNames: Record<string, string> = {
  heapUsedMB: 'MB of heap',
  rssMB: 'MB of memory',
  reportedLastHour: 'reported in the last hour',
  failedLastHour: 'failed in the last hour',
  freeMB: 'MB free',
  freePercent: '% free',
  depth: 'waiting',
  dead: 'given up',
  late: 'late',
}

export function Checks() {
  const load = useLoad((signal) => api.dev.health.get({ signal }))
  return (
    <Loaded load={load} lines={8}>
      {({ status, version, timestamp, checks }) => (
        <div class="stack">
          <Alert tone={verdicts[status].tone}>
            <div class="row-apart">
              <span>
                {verdicts[status].text} Interface {version}, {formatMoment(timestamp, settings.timeZone)}.
              </span>
              <Button size="small" busy={load.loading} onClick={load.reload}>
                Check again
              </Button>
            </div>
          </Alert>
          <Table
            caption="Checks"
            rows={Object.entries(checks)}
            keyOf={([name]) => name}
            columns={[
              { head: 'What', cell: ([name]) => names[name] ?? plain(name) },
              {
                head: 'State',
                cell: ([, check]) => (
                  <Badge tone={tones[check.status] ?? 'plain'}>{plain(check.status)}</Badge>
                ),
              },
              {
                head: 'Took',
                end: true,
                cell: ([, { latencyMs }]) =>
                  latencyMs === null ? '' : `${Math.round(latencyMs * 10) / 10} ms`,
              },
              { head: 'Details', cell: ([, check]) => detailOf(check) ?? figuresOf(check) },
            ]}
          />
        </div>
      )}
    </Loaded>
  )
}

/** Some checks say what is missing or only simulated. */
const detailOf = (check: object): string | null =>
  'detail' in check && typeof check.detail === 'string' ? check.detail : null

function figuresOf(check: Record<string, unknown>): string {
  return Object.entries(check)
    .filter(([name, value]) => typeof value === 'number' && name !== 'latencyMs')
    .map(([name, value]) => `${(value as number).toLocaleString('en-US')} ${figureNames[name] ?? name}`)
    .join(' · ')
}

const severityTones = { high: 'bad', medium: 'warn', low: 'plain' } as const
const weights = { high: 'Important', medium: 'Worth doing', low: 'Small' }

export function InsightList() {
  const load = useLoad((signal) => api.dev.insights.get({ signal }))
  return (
    <Loaded load={load} lines={6}>
      {({ insights, score }) => (
        <div class="stack">
          <div class="figures">
            <Figure value={`${score} of 100`} label="score" />
            <Figure value={String(insights.length)} label="insights" />
          </div>
          {insights.length === 0 ? (
            <Empty title="Nothing to mend" />
          ) : (
            <ul class="todo card">
              {insights.map((insight) => (
                <li key={insight.title}>
                  <span class="todo-text">
                    <span class="strong">{insight.title}</span>
                    <span>{insight.detail}</span>
                    <small>{insight.action}</small>
                  </span>
                  <span class="row">
                    <Badge>{plain(insight.category)}</Badge>
                    <Badge tone={severityTones[insight.severity]}>{weights[insight.severity]}</Badge>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  )
}
