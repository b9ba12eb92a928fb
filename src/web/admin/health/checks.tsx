import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Badge, Button, Skeleton, Table, Empty, type Tone } from '../../components'
import { goTo } from '../address'
import { api, settings } from '../session'
import { Figure } from '../shared/facts'
import { Loaded } from '../shared/list'
import { plain } from '../shared/words'

const tones: Record<string, Tone> = { up: 'good', configured: 'good', degraded: 'warn', down: 'bad' }
const verdicts = {
  healthy: { tone: 'good', text: 'Everything is working.' },
  degraded: { tone: 'warn', text: 'The service is running, but something needs your attention.' },
  unhealthy: { tone: 'bad', text: 'The service is down: it has lost its database.' },
} as const

const names: Record<string, string> = {
  sms: 'Texts',
  webhookQueue: 'Payment events',
  errorTracking: 'Errors',
  codehost: 'Code host',
  scheduler: 'Scheduled tasks',
  disk: 'Disk space',
}
const statusWords: Record<string, string> = { up: 'OK', configured: 'Set up', degraded: 'Needs attention' }
const figureTexts: Record<string, (value: number) => string> = {
  heapUsedMB: (value) => `${megabytes(value)} heap`,
  rssMB: (value) => `${megabytes(value)} memory`,
  reportedLastHour: (value) => `${value} reported in the last hour`,
  failedLastHour: (value) => `${value} failed requests in the last hour`,
  freeMB: (value) => `${megabytes(value)} free`,
  freePercent: (value) => `${value}% free`,
  depth: (value) => `${value} waiting`,
  dead: (value) => `${value} failed`,
  late: (value) => `${value} late`,
  failing: (value) => `${value} failing`,
}
const megabytes = (value: number): string =>
  value < 1024 ? `${value} MB` : `${(value / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`

/** The ledger has the same in cells without a value. */
const none = <span class="soft">–</span>

export function Checks() {
  const load = useLoad((signal) => api.dev.health.get({ signal }))
  return (
    <Loaded load={load} waiting={<Skeleton shape="rows" lines={11} />}>
      {({ status, version, timestamp, checks }) => (
        <div class="stack">
          <Alert tone={verdicts[status].tone}>
            <div class="row-apart">
              <span>
                {verdicts[status].text} Last checked: {formatMoment(timestamp, settings.timeZone)}. API
                version {version}.
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
              { head: 'Check', cell: ([name]) => names[name] ?? plain(name) },
              {
                head: 'Status',
                cell: ([, check]) => (
                  <Badge tone={tones[check.status] ?? 'plain'}>
                    {statusWords[check.status] ?? plain(check.status)}
                  </Badge>
                ),
              },
              {
                head: 'Response time',
                end: true,
                cell: ([, { latencyMs }]) =>
                  latencyMs === null ? none : `${Math.round(latencyMs * 10) / 10} ms`,
              },
              { head: 'Details', cell: ([, check]) => detailOf(check) ?? (figuresOf(check) || none) },
            ]}
          />
        </div>
      )}
    </Loaded>
  )
}

/** Some checks explain that something is missing or simulated. */
const detailOf = (check: object): string | null =>
  'detail' in check && typeof check.detail === 'string' ? check.detail : null

function figuresOf(check: Record<string, unknown>): string {
  return Object.entries(check)
    .filter(([name, value]) => typeof value === 'number' && name !== 'latencyMs')
    .map(([name, value]) => figureTexts[name]?.(value as number) ?? `${String(value)} ${name}`)
    .join(' · ')
}

const severityTones = { high: 'bad', medium: 'warn', low: 'plain' } as const
const severities = { high: 'Important', medium: 'Worth fixing', low: 'Minor' }
const categories = { performance: 'Performance', data: 'Data', security: 'Security', config: 'Settings' }

export function InsightList() {
  const load = useLoad((signal) => api.dev.insights.get({ signal }))
  return (
    <Loaded load={load} lines={6}>
      {({ insights, score }) => (
        <div class="stack">
          <div class="figures">
            <Figure value={`${score} of 100`} label="Health score" />
            <Figure value={String(insights.length)} label="Things to fix" />
          </div>
          {insights.length === 0 ? (
            <Empty title="Nothing to fix">If something goes wrong, you'll see here how to fix it.</Empty>
          ) : (
            <ul class="todo card">
              {insights.map((insight) => (
                <li key={insight.title}>
                  <span class="todo-text">
                    <span class="row">
                      <span class="strong">{insight.title}</span>
                      <Badge>{categories[insight.category]}</Badge>
                      <Badge tone={severityTones[insight.severity]}>{severities[insight.severity]}</Badge>
                    </span>
                    <span>{insight.detail}</span>
                    <small>{withCommands(insight.action)}</small>
                    {insight.page !== undefined && <PageLink page={insight.page} />}
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

/** Shows text between backticks as code, because it is a command to run. */
const withCommands = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))

/** Pages whose title in the menu differs from their name in the address. */
const pageNames: Record<string, string> = {
  workers: 'Technicians',
  messages: 'Outbox',
  webhooks: 'Payment events',
}

/** Opens the console page where an insight is fixed, such as `/admin?tab=health&part=backups`. */
function PageLink({ page }: { page: string }) {
  const { tab = '', ...about } = Object.fromEntries(new URL(page, location.origin).searchParams)
  const name = tab === 'health' ? plain(about.part ?? 'checks') : (pageNames[tab] ?? plain(tab))
  return (
    <span class="todo-link">
      <a
        href={page}
        onClick={(event) => {
          // The browser handles clicks that open a new tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          goTo(tab, about)
        }}
      >
        Open {name}
      </a>
    </span>
  )
}
