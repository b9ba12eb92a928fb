import { useState } from 'preact/hooks'
import type { WorkJob } from '../../../modules/workforce'
import type { Api } from '../../client/api'
import { Badge, Button } from '../../components'
import { words } from '../words'
import { MoneySheet } from './sheet'
import { amountText, type Due, type Till } from './use-taken'

const text = words.money

interface MoneyProps {
  job: WorkJob
  /** Left out where technicians take no payments, or a plan pays. */
  due: Due | undefined
  till: Till
  api: Api
  onChange: () => void
}

/** The balance in dollars, without money that the office doesn't know of yet. */
export const leftOf = (due: Due, unsent: number): number =>
  Math.max(0, Math.round((due.due - unsent) * 100) / 100)

/** The balance on the card, and the way to take it. */
export function Money({ job, due, till, api, onChange }: MoneyProps) {
  const [isOpen, setOpen] = useState(false)
  if (!due || job.status === 'cancelled' || job.status === 'no_show') return null
  const unsent = till.unsent(job.id)
  const left = leftOf(due, unsent)
  return (
    <div class="visit-money">
      <p>
        <span class="soft">{due.total > 0 && left === 0 ? text.paid : text.due}</span>{' '}
        <strong class="num">
          {due.total === 0 ? text.noPrice : amountText(left === 0 ? due.total : left)}
        </strong>{' '}
        {unsent > 0 && <Badge tone="warn">{text.unsent(amountText(unsent))}</Badge>}
      </p>
      {left > 0 && (
        <Button size="small" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      )}
      {isOpen && (
        <MoneySheet
          job={job}
          due={{ ...due, due: left }}
          till={till}
          api={api}
          onClose={() => {
            setOpen(false)
            onChange()
          }}
        />
      )}
    </div>
  )
}
