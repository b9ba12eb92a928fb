import { useEffect, useRef, useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { saveFile } from '../../client/download'
import { messageOf } from '../../client/api'
import { formatPhone } from '../../client/format'
import { Confirm, TextField, toast } from '../../components'
import { setAddress } from '../address'
import { api } from '../session'
import { FindCustomer } from '../shared/find-customer'
import { useMe } from '../shell/me'
import type { PageProps } from './shared'

interface Entry {
  label: string
  may: boolean
  danger?: boolean
  run: () => void
}

/** Rare actions, away from the daily ones. */
export function MoreMenu({ summary, onChange, isGone }: PageProps & { isGone: boolean }) {
  const { customer } = summary
  const { may, mayForAll } = useMe()
  const [asking, setAsking] = useState<'links' | 'merge' | 'erase' | null>(null)
  const menu = useRef<HTMLDetailsElement>(null)
  const stop = () => setAsking(null)
  const done = () => {
    stop()
    onChange()
  }
  const entries: Entry[] = [
    {
      label: 'Write sign-in instructions',
      may: !isGone && may('messages.write'),
      run: () => setAddress({ part: 'messages', draft: 'account' }),
    },
    {
      label: 'Turn off old links',
      may: !isGone && may('customers.write'),
      run: () => setAsking('links'),
    },
    {
      label: 'Export data',
      may: mayForAll('customers.read'),
      run: () => void exportAll(customer.id).catch((error: unknown) => toast(messageOf(error), 'bad')),
    },
    {
      label: 'Merge into another customer',
      may: !isGone && mayForAll('customers.write'),
      run: () => setAsking('merge'),
    },
    {
      label: 'Erase',
      may: !isGone && mayForAll('customers.erase'),
      danger: true,
      run: () => setAsking('erase'),
    },
  ].filter((entry) => entry.may)
  const close = () => menu.current?.removeAttribute('open')
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) close()
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [])
  if (entries.length === 0) return null
  return (
    <>
      <details class="menu" ref={menu}>
        <summary class="button button-secondary">More</summary>
        <ul class="menu-list">
          {entries.map(({ label, danger, run }) => (
            <li key={label}>
              <button
                type="button"
                class={danger ? 'menu-item menu-danger' : 'menu-item'}
                onClick={() => {
                  close()
                  run()
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </details>
      <EndLinksDialog customer={customer} open={asking === 'links'} onClose={stop} onDone={done} />
      <MergeDialog customer={customer} open={asking === 'merge'} onClose={stop} onDone={done} />
      <EraseDialog customer={customer} open={asking === 'erase'} onClose={stop} onDone={done} />
    </>
  )
}

async function exportAll(id: string): Promise<void> {
  const everything = await api.admin.customers(id).export.get()
  const file = new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' })
  saveFile(file, `customer-${id}.json`)
  if (everything.files.length > 0)
    saveFile(await api.admin.customers(id).files.archive.file(), `customer-${id}-files.zip`)
}

interface AskProps {
  customer: Customer
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** For a message that reached somebody else, or a phone that was lost. */
function EndLinksDialog({ customer, open, onClose, onDone }: AskProps) {
  const end = async () => {
    await api.admin.customers(customer.id)['end-links'].post()
    toast('Old links turned off')
    onDone()
  }
  return (
    <Confirm
      title={`Turn off ${customer.name}'s old links?`}
      open={open}
      action="Turn off old links"
      danger
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        Links to bookings, invoices, plans and cards in the emails and texts we've already sent will stop
        working. New messages will have new links. If the customer is signed in, they'll be signed out within
        30 minutes. You can't undo this.
      </p>
    </Confirm>
  )
}

/** Can't be undone, so the person types the customer's name first. */
function EraseDialog({ customer, open, onClose, onDone }: AskProps) {
  const [typed, setTyped] = useState('')
  const same = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const close = () => {
    setTyped('')
    onClose()
  }
  const erase = async () => {
    await api.admin.customers(customer.id).erase.post()
    setTyped('')
    toast('Customer erased')
    onDone()
  }
  return (
    <Confirm
      title={`Erase ${customer.name}?`}
      open={open}
      action="Erase permanently"
      danger
      ready={same(typed) === same(customer.name)}
      onConfirm={erase}
      onClose={close}
    >
      <p>
        This removes their name, contact details, addresses, notes, messages and photos. Job and payment
        amounts stay for your books. You can't undo this.
      </p>
      <TextField
        label={`Type ${customer.name} to confirm`}
        autocomplete="off"
        value={typed}
        onText={setTyped}
      />
    </Confirm>
  )
}

/** Tells customers of the same name apart. */
const reachOf = ({ email, phone, address }: Customer): string =>
  email ?? (phone === null ? (address ?? 'no contact details') : formatPhone(phone))

/** Moves everything from the open customer to the chosen one. */
function MergeDialog({ customer, open, onClose, onDone }: AskProps) {
  const [into, setInto] = useState<Customer | null>(null)
  const merge = async () => {
    await api.admin.customers(customer.id).merge.post({ into: into?.id })
    toast(`Merged into ${into?.name ?? ''}`)
    onDone()
  }
  return (
    <Confirm
      title={`Merge ${customer.name} into ${into?.name ?? 'another customer'}?`}
      open={open}
      action={into ? `Merge into ${into.name}` : 'Merge'}
      danger
      ready={into !== null}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>
        All jobs, invoices, payments, plans, addresses, notes, tags and messages move to the customer you
        choose, who keeps their own name and contact details. {customer.name} disappears from your customer
        list. You can't undo this.
      </p>
      <FindCustomer
        label="Find the customer to keep"
        legend="Customer to keep"
        chosen={into?.id ?? ''}
        except={customer.id}
        onChoose={setInto}
      />
      {into && (
        <p class="soft small">
          You'll keep {into.name} ({reachOf(into)}) instead of {customer.name} ({reachOf(customer)}).
        </p>
      )}
    </Confirm>
  )
}
