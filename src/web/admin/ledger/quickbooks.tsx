import { useState } from 'preact/hooks'
import type { TrialBalance } from '../../../modules/ledger'
import { download } from '../../client/download'
import { Button, Dialog, SelectField, Table, TextField } from '../../components'
import { api, settings } from '../session'
import { today } from '../shared/zone'

interface Props {
  open: boolean
  accounts: TrialBalance['accounts']
  franchiseId: string
  onClose: () => void
}

/** Chooses the days and says which accounts QuickBooks needs, because it refuses unknown names. */
export function QuickBooksDialog({ open, accounts, franchiseId, onClose }: Props) {
  const now = today(settings.timeZone)
  const [from, setFrom] = useState(`${now.slice(0, 7)}-01`)
  const [to, setTo] = useState(now)
  const [per, setPer] = useState('day')
  const isReady = from !== '' && to !== '' && from <= to
  const save = async () => {
    await download(api.admin.ledger.quickbooks, `quickbooks-${from}-${to}.csv`, {
      from,
      to,
      per,
      franchiseId,
    })
    onClose()
  }
  return (
    <Dialog title="Export for QuickBooks Online" open={open} onClose={onClose}>
      <div class="stack">
        <div class="form-grid">
          <TextField label="From" type="date" value={from} onText={setFrom} />
          <TextField
            label="To"
            type="date"
            value={to}
            onText={setTo}
            error={
              from !== '' && to !== '' && from > to ? "Choose a day that isn't before the first" : undefined
            }
          />
          <SelectField
            label="Journal entries"
            value={per}
            options={[
              { value: 'day', label: 'One per day' },
              { value: 'entry', label: 'One per movement of money' },
            ]}
            onChoice={setPer}
          />
        </div>
        <details>
          <summary>Before the first import: create these accounts in QuickBooks</summary>
          <p class="soft small">
            QuickBooks finds accounts by name, so use these names, and turn off account numbers while you
            import. Then open Settings {'>'} Import data {'>'} Journal entries and choose the file.
          </p>
          <Table
            caption="Accounts to create in QuickBooks"
            rows={accounts}
            keyOf={({ account }) => account}
            columns={[
              { head: 'Account name', cell: ({ name }) => name },
              { head: 'Account type', cell: ({ quickbooksType }) => quickbooksType },
            ]}
          />
        </details>
        <div class="actions">
          <Button kind="primary" disabled={!isReady} onClick={() => void save()}>
            Download CSV
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
