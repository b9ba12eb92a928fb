import { Badge } from '../../components'
import { plain, toneOf } from './words'

export function StateBadge({ state, words }: { state: string; words?: Record<string, string> }) {
  return <Badge tone={toneOf(state)}>{words?.[state] ?? plain(state)}</Badge>
}
