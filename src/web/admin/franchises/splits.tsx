import type { Split } from '../../../modules/franchises'
import { now } from '../../client/clock'
import { formatDate, formatPercent } from '../../client/format'
import type { Page } from '../../client/api'
import { useAction, usePages } from '../../client/hooks'
import { Button, toast, TextField } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, numberOrNull, useForm } from '../shared/form'
import { List } from '../shared/list'
import { isoOf, localTime } from '../shared/zone'
import { useMe } from '../shell/me'

const splitsOf = (franchiseId: string) => api.admin.franchises(franchiseId).splits
const nothing: Page<Split> = { items: [], nextCursor: null }

export function useSplits(franchiseId: string) {
  const mayRead = useMe().may('money.read')
  return usePages(
    async (cursor, signal) =>
      mayRead ? splitsOf(franchiseId).get({ query: { limit: 6, cursor }, signal }) : nothing,
    [franchiseId, mayRead],
  )
}

interface SplitsProps {
  franchiseId: string
  timeZone: string
  list: ReturnType<typeof useSplits>
}

/** The franchise's share of each payment, with the date it takes effect. */
export function Splits({ franchiseId, timeZone, list }: SplitsProps) {
  const { may } = useMe()
  const splits = splitsOf(franchiseId)
  const adding = useAction(async () => {
    const { share, date } = form.values
    await splits.post({
      sharePercent: numberOrNull(share),
      ...(date === '' ? {} : { effectiveFrom: isoOf({ date, time: '00:00' }, timeZone) }),
    })
    form.set({ share: '', date: '' })
    toast('Share saved')
  })
  const removing = useAction(async (id: string) => {
    await splits(id).delete()
    list.reload()
  })
  const faults = { ...adding.fields, share: adding.fields.sharePercent, date: adding.fields.effectiveFrom }
  const form = useForm({ share: '', date: '' }, faults as Record<string, string>)
  const canRemove = ({ effectiveFrom }: Split) => may('settings') && Date.parse(effectiveFrom) > now()
  return (
    <Section
      title="Revenue share"
      actions={
        <Button size="small" onClick={() => goTo('payouts', { id: franchiseId })}>
          View payouts
        </Button>
      }
    >
      <List
        list={list}
        caption="Revenue shares"
        keyOf={({ id }) => id}
        empty="No share yet, so headquarters keeps every payment in full."
        columns={[
          {
            head: 'Starts',
            cell: ({ effectiveFrom }) => formatDate(localTime(effectiveFrom, timeZone).date),
          },
          { head: 'Franchise', end: true, cell: ({ sharePercent }) => formatPercent(sharePercent) },
          {
            head: 'Headquarters',
            end: true,
            cell: ({ sharePercent }) => formatPercent(round(100 - sharePercent)),
          },
          ...(list.items.some(canRemove)
            ? [
                {
                  head: '',
                  cell: (split: Split) =>
                    canRemove(split) && (
                      <Button size="small" busy={removing.busy} onClick={() => void removing.run(split.id)}>
                        Remove
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {may('settings') && (
        <Form
          action={adding}
          submit="Save share"
          minor
          onDone={list.reload}
          fields={['sharePercent', 'effectiveFrom']}
          ready={form.values.share !== ''}
        >
          <div class="form-grid">
            <TextField label="Franchise's share (%)" inputMode="decimal" {...form.text('share')} />
            <TextField
              label="Starts"
              type="date"
              optional
              {...form.text('date')}
              hint="Leave blank to start right away"
            />
          </div>
        </Form>
      )}
    </Section>
  )
}

const round = (percent: number) => Math.round(percent * 100) / 100
