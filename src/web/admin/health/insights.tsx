import type { Insights } from '../../../modules/insights/model'
import { useLoad } from '../../client/hooks'
import { Badge, Empty } from '../../components'
import { api } from '../session'
import { Figure } from '../shared/figure'
import { Loaded } from '../shared/loaded'
import { plain } from '../shared/words'

const tones = { high: 'bad', medium: 'warn', low: 'plain' } as const
const weights = { high: 'Important', medium: 'Worth doing', low: 'Small' }

export function InsightList() {
  const load = useLoad<Insights>((signal) => api.get('/api/dev/insights', undefined, signal))
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
                    <Badge tone={tones[insight.severity]}>{weights[insight.severity]}</Badge>
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
