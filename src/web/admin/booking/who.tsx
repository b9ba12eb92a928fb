import { useEffect } from 'preact/hooks'
import type { AlikeReason, FoundCustomer } from '../../../modules/customers'
import { useLoad } from '../../client/hooks'
import { Alert, Button, TextField } from '../../components'
import { api } from '../session'
import type { BoundText } from '../shared/form'
import { useSettled } from '../shared/settled'
import { contactParts, contactText } from './known'

const typingDelay = 200

export interface Contact {
  customerName: string
  customerPhone: string
  customerEmail: string
  address: string
}

const because: Record<AlikeReason, string> = {
  email: 'same email',
  phone: 'same phone number',
  address: 'similar name at this address',
  name: 'similar name',
  words: '',
}
const isSure = (reason: AlikeReason): boolean => ['email', 'phone', 'address'].includes(reason)

interface WhoProps {
  text: (name: 'customerName' | 'customerPhone' | 'customerEmail') => BoundText
  contact: Contact
  /** The office said that this isn't the customer who looks alike. */
  isNew: boolean
  onNew: (isNew: boolean) => void
  onChoose: (customer: FoundCustomer) => void
  /** Whether somebody we surely know was pointed out. */
  onSure: (isSure: boolean) => void
}

/** Finds the caller as soon as a part of their name, phone number or email is typed. */
export function Who({ text, contact, isNew, onNew, onChoose, onSure }: WhoProps) {
  const asked = useSettled(JSON.stringify(contact), typingDelay)
  const load = useLoad(
    async (signal) => {
      const {
        customerName: name,
        customerPhone: phone,
        customerEmail: email,
        address,
      } = JSON.parse(asked) as Contact
      if (`${name}${phone}${email}`.trim().length < 2) return []
      return (await api.admin.customers.alike.get({ query: { name, phone, email, address }, signal })).items
    },
    [asked],
  )
  const alikes = load.data ?? []
  const sure = alikes.filter((one) => isSure(one.because))
  const names = sure.map(({ customer }) => customer.id).join()
  useEffect(() => {
    onSure(names !== '')
    onNew(false)
  }, [names])
  const others = alikes.filter((one) => !isSure(one.because))
  return (
    <>
      <div class="form-grid form-grid-2">
        <TextField label="Customer name" autocomplete="off" {...text('customerName')} />
        <TextField label="Phone" type="tel" optional autocomplete="off" {...text('customerPhone')} />
        <div class="wide">
          <TextField label="Email" type="email" optional autocomplete="off" {...text('customerEmail')} />
        </div>
      </div>
      <div role="status">
        {sure.length > 0 && !isNew && (
          <Alert>
            <p>You already have this customer. Book for them, so that their history stays in one place.</p>
            <Alikes alikes={sure} onChoose={onChoose} />
            <Button kind="quiet" size="small" onClick={() => onNew(true)}>
              No, this is someone new
            </Button>
          </Alert>
        )}
        {others.length > 0 && (
          <div class="stack">
            <span class="field-label">Existing customers</span>
            <Alikes alikes={others} onChoose={onChoose} />
          </div>
        )}
      </div>
    </>
  )
}

interface AlikesProps {
  alikes: { customer: FoundCustomer; because: AlikeReason }[]
  onChoose: (customer: FoundCustomer) => void
}

const Alikes = ({ alikes, onChoose }: AlikesProps) => (
  <ul class="alikes">
    {alikes.map(({ customer, because: reason }) => (
      <li key={customer.id} class="alike">
        <span>
          <span class="strong">{customer.name}</span>
          <br />
          {[because[reason], ...contactParts(customer), customer.address].filter(Boolean).map((part) => (
            <span key={part} class="alike-part">
              {part}
            </span>
          ))}
        </span>
        <Button size="small" aria-label={`Use this one: ${customer.name}`} onClick={() => onChoose(customer)}>
          Use this one
        </Button>
      </li>
    ))}
  </ul>
)

interface ChosenProps {
  customer: FoundCustomer
  onChange: () => void
}

/** The customer the booking is for. */
export const ChosenCustomer = ({ customer, onChange }: ChosenProps) => (
  <div class="booking-who">
    <div>
      <span class="strong">{customer.name}</span>
      <br />
      {contactText(customer) || 'No phone or email'}
    </div>
    <Button size="small" onClick={onChange}>
      Someone else
    </Button>
  </div>
)
