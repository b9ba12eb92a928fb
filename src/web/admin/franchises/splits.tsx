import type { Split } from '../../../modules/franchises/model'
import { formatDate } from '../../client/format'
import { now } from '../../client/now'
import { useAction } from '../../client/hooks'
import { Button, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, numberOrNull, useForm } from '../shared/form'
import { List, useList } from '../shared/list'
import { isoOf, localTime } from '../shared/zone'

interface SplitsProps {
  franchiseId: string
  timeZone: string
}

/** The franchise's share of each payment, from which moment on. */
export function Splits({ franchiseId, timeZone }: SplitsProps) {
  const path = `/api/admin/franchises/${franchiseId}/splits`
  const list = useList<Split>(path, { limit: '6' })
  const adding = useAction(async () => {
    const { share, date } = form.values
    await api.post(path, {
      sharePercent: numberOrNull(share),
      ...(date === '' ? {} : { effectiveFrom: isoOf({ date, time: '00:00' }, timeZone) }),
    })
    form.set({ share: '', date: '' })
    toast('The share is set')
  })
  const removing = useAction(async (id: string) => {
    await api.delete(`${path}/${id}`)
    list.reload()
  })
  const faults = { ...adding.fields, share: adding.fields.sharePercent, date: adding.fields.effectiveFrom }
  const form = useForm({ share: '', date: '' }, faults as Record<string, string>)
  const hasBegun = ({ effectiveFrom }: Split) => Date.parse(effectiveFrom) <= now()
  return (
    <Section title="Share of payments">
      <List
        list={list}
        caption="Shares"
        keyOf={({ id }) => id}
        empty="No share yet: headquarters keeps everything"
        columns={[
          { head: 'From', cell: ({ effectiveFrom }) => formatDate(localTime(effectiveFrom, timeZone).date) },
          { head: 'Franchise', end: true, cell: ({ sharePercent }) => `${sharePercent} %` },
          { head: 'Headquarters', end: true, cell: ({ sharePercent }) => `${round(100 - sharePercent)} %` },
          {
            head: '',
            cell: (split) =>
              hasBegun(split) ? null : (
                <Button size="small" busy={removing.busy} onClick={() => void removing.run(split.id)}>
                  Take back
                </Button>
              ),
          },
        ]}
      />
      <Form
        action={adding}
        submit="Set the share"
        onDone={list.reload}
        fields={['sharePercent', 'effectiveFrom']}
        ready={form.values.share !== ''}
      >
        <div class="form-grid">
          <TextField label="Franchise's share in %" inputMode="decimal" {...form.text('share')} />
          <TextField label="From" type="date" optional {...form.text('date')} hint="At once when left out" />
        </div>
      </Form>
    </Section>
  )
}

const round = (percent: number) => Math.round(percent * 100) / 100
