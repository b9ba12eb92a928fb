import '../shared/kit'
import { useEffect, useState } from 'preact/hooks'
import type { SetupState } from '../../../modules/setup'
import { useLoad } from '../../client/hooks'
import { Alert, ButtonLink, Skeleton } from '../../components'
import { linkTo } from '../address'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { ShownOnce } from '../shared/secret'
import { TabPage } from '../shared/tab-page'
import { counted, listed } from './counts'
import { StartForm } from './form'

/** Replaces the demo company with the owner's own. */
export default function StartTab() {
  const load = useLoad((signal) => api.admin.setup.get({ signal }))
  const [done, setDone] = useState<Done | null>(null)
  return (
    <TabPage title="Start for real">
      {done !== null ? (
        <Ready {...done} />
      ) : (
        <Loaded load={load} waiting={<Skeleton shape="block" lines={4} />}>
          {(setup) =>
            setup.company === 'real' ? (
              <AlreadyReal />
            ) : (
              <StartForm
                setup={setup}
                removed={<Removed setup={setup} />}
                onDone={(name, ownerLink) => setDone({ name, ownerLink, hadDemo: setup.company === 'demo' })}
              />
            )
          }
        </Loaded>
      )}
    </TabPage>
  )
}

interface Done {
  name: string
  ownerLink: string | null
  hadDemo: boolean
}

/** A full page load, because the banner and the name at the top change too. */
function Ready({ name, ownerLink, hadDemo }: Done) {
  // The banner came with the page, and it still offers to start.
  useEffect(() => document.querySelector('.demo-banner a')?.remove(), [])
  return (
    <section class="card stack">
      <h2>{name} is ready</h2>
      <p>{hadDemo && 'The demo company is gone. '}Customers can book your first service now.</p>
      {ownerLink !== null && (
        <ShownOnce label="Your sign-in link" value={ownerLink}>
          Open it to sign in with your own email address. It works once and expires in 7 days.
        </ShownOnce>
      )}
      <div class="row">
        <ButtonLink kind="primary" href={linkTo('today')}>
          See what's left to set up
        </ButtonLink>
        <ButtonLink href="/book">Open your booking page</ButtonLink>
      </div>
    </section>
  )
}

const AlreadyReal = () => (
  <section class="card stack">
    <p>This company has already started for real. The setup checklist on Today shows what is left.</p>
    <div>
      <ButtonLink kind="primary" href={linkTo('today')}>
        Go to Today
      </ButtonLink>
    </div>
  </section>
)

const names: Record<keyof SetupState['demo'], [one: string, many: string]> = {
  jobs: ['job', 'jobs'],
  customers: ['customer', 'customers'],
  franchises: ['franchise', 'franchises'],
  technicians: ['technician', 'technicians'],
  services: ['service', 'services'],
  invoices: ['invoice', 'invoices'],
  payments: ['payment', 'payments'],
  plans: ['maintenance plan', 'maintenance plans'],
  promos: ['promo code', 'promo codes'],
}
const keptNames: Record<keyof SetupState['kept'], [one: string, many: string]> = {
  staff: ['person on your staff', 'people on your staff'],
  franchises: ['franchise of your own', 'franchises of your own'],
  technicians: ['technician of your own', 'technicians of your own'],
  services: ['service of your own', 'services of your own'],
  imported: ['imported record', 'imported records'],
  paidJobs: ['job paid through a real processor', 'jobs paid through a real processor'],
}

/** Says plainly what goes and what stays. */
function Removed({ setup: { demo, kept } }: { setup: SetupState }) {
  const [going, staying] = [counted(demo, names), counted(kept, keptNames)]
  return (
    <>
      <p>
        <strong>We'll remove</strong> {listed(going)}. Demo records that you changed are removed too.
      </p>
      <p>
        <strong>We'll keep</strong>{' '}
        {listed([...staying, 'your settings', 'message templates', 'logo', 'activity log'])}.
      </p>
      <Alert tone="warn">You can't undo this. If setup fails, everything stays as it is now.</Alert>
    </>
  )
}
