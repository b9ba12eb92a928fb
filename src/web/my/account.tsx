import { useMemo, useState } from 'preact/hooks'
import type { Account as AccountData } from '../../modules/accounts/model'
import { createApi } from '../client/api'
import { useLoad } from '../client/hooks'
import { Alert, Button, Skeleton, TabPanel, Tabs } from '../components'
import { useHeadingFocus } from './focus'
import { Invoices } from './invoices'
import { Jobs } from './jobs'
import { Plans } from './plans'
import type { Proof } from './proof'

const tabs = [
  { name: 'jobs', label: 'Bookings' },
  { name: 'invoices', label: 'Invoices' },
  { name: 'plans', label: 'Maintenance plans' },
] as const
type Tab = (typeof tabs)[number]['name']

interface AccountProps {
  proof: Proof
  /** Whether the page changed under somebody's hands, who is to find the focus at its heading. */
  focus: boolean
  onLeave: (why: string | null) => void
}

export function Account({ proof, focus, onLeave }: AccountProps) {
  const [tab, setTab] = useState<Tab>('jobs')
  const heading = useHeadingFocus(focus)
  const api = useMemo(
    () =>
      createApi({
        token: () => proof.token,
        onUnauthorised: () =>
          onLeave('For your safety you were signed out after half an hour. Sign in again.'),
      }),
    [proof.token],
  )
  const { data, problem, reload } = useLoad(
    (signal) => api.get<AccountData>('/api/account', {}, signal),
    [api],
  )
  return (
    <div class="stack-loose">
      <header class="row-apart">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {data?.name ? `Hello, ${firstName(data.name)}` : 'My bookings'}
          </h1>
          <p class="soft small">{proof.email}</p>
        </div>
        <Button size="small" onClick={() => onLeave(null)}>
          Sign out
        </Button>
      </header>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {!data && !problem && <Skeleton block lines={2} />}
      {data && (
        <div class="stack my-panel">
          <Tabs label="Your account" items={[...tabs]} current={tab} onChoose={setTab} panel="account" />
          <TabPanel id="account" current={tab}>
            {tab === 'jobs' && <Jobs api={api} account={data} onChange={reload} />}
            {tab === 'invoices' && <Invoices invoices={data.invoices} />}
            {tab === 'plans' && <Plans api={api} account={data} onChange={reload} />}
          </TabPanel>
        </div>
      )}
    </div>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
