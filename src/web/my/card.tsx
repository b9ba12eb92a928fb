import { useState } from 'preact/hooks'
import type { Account } from '../../modules/accounts'
import { cardBrand, cardWords, expiryOf } from '../../words/cards'
import type { Api } from '../client/api'
import { now } from '../client/clock'
import { useAction } from '../client/hooks'
import { explained } from '../client/language'
import { Alert, Badge, Button, Confirm, Empty, toast } from '../components'
import { controls, language } from './words'

const words = cardWords(language)

interface CardProps {
  api: Api
  card: Account['card']
  onChange: () => void
}

/** The card that is charged automatically. The page to save one is the same as behind a link from HQ. */
export function SavedCard({ api, card, onChange }: CardProps) {
  const [removing, setRemoving] = useState(false)
  const opening = useAction(async () => {
    const { url } = await explained(() => api.account.card.post())
    location.assign(url)
  })
  const save = (kind: 'primary' | 'secondary') => (
    <Button kind={kind} busy={opening.busy} onClick={() => void opening.run()}>
      {card ? words.my.replace : words.my.save}
    </Button>
  )
  const remove = async () => {
    await explained(() => api.account.card.delete())
    setRemoving(false)
    toast(words.my.removed)
    onChange()
  }
  return (
    <div class="stack">
      {opening.problem && <Alert tone="bad">{opening.problem}</Alert>}
      {card === null ? (
        <Empty title={words.my.none} action={save('primary')}>
          {words.my.noneText}
        </Empty>
      ) : (
        <article class="card my-job">
          <div class="row-apart">
            <h3>{words.card(cardBrand(card.brand), card.last4)}</h3>
            <Expiry card={card} />
          </div>
          <div class="actions">
            {save('secondary')}
            <Button kind="quiet" grave onClick={() => setRemoving(true)}>
              {words.my.remove}
            </Button>
          </div>
        </article>
      )}
      <Confirm
        title={words.my.removeTitle}
        open={removing}
        action={words.my.remove}
        cancel={words.my.keep}
        danger
        onConfirm={remove}
        onClose={() => setRemoving(false)}
        words={controls}
      >
        <p>{words.my.removeText}</p>
      </Confirm>
    </div>
  )
}

function Expiry({ card }: { card: NonNullable<Account['card']> }) {
  const isOver = now() >= Date.UTC(card.expYear, card.expMonth, 1)
  return isOver ? (
    <Badge tone="bad">{words.expired(expiryOf(card))}</Badge>
  ) : (
    <span class="soft small">{words.expires(expiryOf(card))}</span>
  )
}
