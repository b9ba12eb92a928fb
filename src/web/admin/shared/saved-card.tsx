import type { SavedCard as Card } from '../../../modules/payments'
import { cardBrand, expiryOf } from '../../../words/cards'
import { now } from '../../client/clock'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Badge, Button, toast } from '../../components'
import { api } from '../session'
import { useMe } from '../shell/me'
import { Section } from './facts'

/** The card a customer saved, and the button that asks them for one. */
export function SavedCard({ customerId, card }: { customerId: string; card: Card | null }) {
  const { may } = useMe()
  const asking = useAction(async () => {
    const { sentBy } = await api.admin.customers(customerId)['card-link'].post()
    toast(sentBy === 'email' ? 'Link sent by email' : 'Link sent by text message')
  })
  return (
    <Section title="Card on file">
      {asking.problem && <Alert tone="bad">{asking.problem}</Alert>}
      {card ? (
        <p>
          {cardBrand(card.brand)} ending in {card.last4}, expires {expiryOf(card)}{' '}
          {now() >= Date.UTC(card.expYear, card.expMonth, 1) && <Badge tone="bad">Expired</Badge>}
        </p>
      ) : (
        <p class="soft">The customer hasn't saved a card.</p>
      )}
      {may('customers.write') && (
        <div class="row">
          <Button busy={asking.busy} onClick={() => void asking.run()}>
            {card ? 'Ask for another card' : 'Ask for a card'}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** The same where only the customer is known. */
export function CardOfCustomer({ customerId }: { customerId: string }) {
  const load = useLoad((signal) => api.admin.customers(customerId).card.get({ signal }), [customerId])
  return load.data && <SavedCard customerId={customerId} card={load.data.card} />
}
