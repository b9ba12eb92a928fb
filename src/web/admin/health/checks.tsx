import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Badge, Button, Skeleton, Table, Empty, type Tone } from '../../components'
import { goTo, linkTo } from '../address'
import { api, settings } from '../session'
import { Figure } from '../shared/facts'
import { Loaded } from '../shared/list'
import { plain } from '../shared/words'

const tones: Record<string, Tone> = { up: 'good', configured: 'good', degraded: 'warn', down: 'bad' }
const verdicts = {
  healthy: { tone: 'good', text: 'Everything is working.' },
  degraded: { tone: 'warn', text: 'Truckroll is running, but something needs your attention.' },
  unhealthy: { tone: 'bad', text: 'Truckroll is down: it lost its database.' },
} as const

const names: Record<string, string> = {
  sms: 'Texts',
  webhookQueue: 'Payment events',
  errorTracking: 'Errors',
  codehost: 'Code host',
  scheduler: 'Scheduled tasks',
  disk: 'Disk space',
}
const statusWords: Record<string, string> = {
  up: 'OK',
  configured: 'Set up',
  demo: 'Simulated',
  degraded: 'Needs attention',
}
const simulated: Record<string, string> = {
  payments: 'No card is charged.',
  email: 'Emails stay in the outbox.',
  sms: 'Texts stay in the outbox.',
}

/** Where the office sees more, and can do something about it. */
const pages: Record<string, string> = {
  webhookQueue: linkTo('webhooks'),
  errorTracking: linkTo('health', { part: 'errors' }),
}

/** They only fill pages for developers, so they are listed once they are set up. */
const forDevelopers = new Set(['codehost', 'hosting'])

type Entry = [name: string, check: { status: string; latencyMs: number | null; [figure: string]: unknown }]

const isShown = ([name, { status }]: Entry): boolean => !forDevelopers.has(name) || status !== 'demo'

export function Checks() {
  const load = useLoad((signal) => api.dev.health.get({ signal }))
  return (
    <Loaded load={load} waiting={<Skeleton shape="rows" lines={9} />}>
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
            rows={Object.entries(checks).filter(isShown)}
            keyOf={([name]) => name}
            columns={[
              { head: 'Check', cell: nameOf },
              { head: 'Status', cell: statusOf },
              { head: 'Details', cell: (entry) => detailOf(entry) || none },
            ]}
          />
        </div>
      )}
    </Loaded>
  )
}

function nameOf([name]: Entry) {
  const shown = names[name] ?? plain(name)
  return pages[name] === undefined ? shown : <a href={pages[name]}>{shown}</a>
}

/** Counting errors works even while there are some, so its own status doesn't say that all is well. */
function statusOf([name, check]: Entry) {
  const { status } = check
  if (name === 'errorTracking' && status === 'up' && detailOf([name, check]) !== noErrors)
    return <Badge>New errors</Badge>
  return <Badge tone={tones[status] ?? 'plain'}>{statusWords[status] ?? plain(status)}</Badge>
}

/** Some checks explain that something is missing or simulated. The others have figures, unless they failed. */
function detailOf([name, check]: Entry): string {
  if (typeof check.detail === 'string') return check.detail
  if (check.status === 'demo') return simulated[name] ?? ''
  const figures = Object.fromEntries(Object.entries(check).filter(([, value]) => typeof value === 'number'))
  const counts = figureTexts[name]?.(figures as Record<string, number>)
  if (counts !== undefined) return counts
  return check.latencyMs === null ? '' : `Responds in ${Math.max(1, Math.round(check.latencyMs))} ms`
}

const noErrors = 'None in the last hour'

const figureTexts: Record<string, (figures: Record<string, number>) => string> = {
  memory: ({ rssMB }) => (rssMB === undefined ? '' : `${megabytes(rssMB)} used`),
  disk: ({ freeMB, freePercent }) =>
    freeMB === undefined ? '' : `${megabytes(freeMB)} free (${freePercent}%)`,
  webhookQueue: ({ depth, dead }) => (depth === undefined ? '' : `${depth} waiting · ${dead} failed`),
  scheduler: ({ late, failing }) => (late === undefined ? '' : `${late} late · ${failing} failing`),
  errorTracking: ({ reportedLastHour, failedLastHour }) => {
    if (reportedLastHour === undefined || failedLastHour === undefined) return ''
    const parts = [
      reportedLastHour > 0 && `${reportedLastHour} ${reportedLastHour === 1 ? 'error' : 'errors'} reported`,
      failedLastHour > 0 && `${failedLastHour} ${failedLastHour === 1 ? 'request' : 'requests'} failed`,
    ].filter(Boolean)
    return parts.length === 0 ? noErrors : `${parts.join(' and ')} in the last hour`
  },
}
const megabytes = (value: number): string =>
  value < 1024 ? `${value} MB` : `${(value / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`

/** The ledger has the same in cells without a value. */
const none = <span class="soft">–</span>

const severityTones = { high: 'bad', medium: 'warn', low: 'plain' } as const
const severities = { high: 'Important', medium: 'Worth fixing', low: 'Minor' }

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
