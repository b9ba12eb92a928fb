import { areaWords } from '../../words/book-area'
import type { Language } from '../../words/language'
import { Button } from '../components/button'
import { Alert } from '../components/feedback'
import { TextField } from '../components/field'
import type { AreaRequestState } from './site'

interface AreaRequestProps extends AreaRequestState {
  language: Language
  zip: string
}

/** Somebody outside every service area can ask to hear when we get there. */
export function AreaRequest({ language, zip, isNoted, wrong }: AreaRequestProps) {
  const { request: words } = areaWords(language)
  if (isNoted) return <Alert tone="good">{words.noted(zip)}</Alert>
  return (
    <form action="/area#area" method="post" class="form area-request" novalidate>
      <input type="hidden" name="zip" value={zip} />
      <p>{words.ask}</p>
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={wrong ?? ''}
        error={wrong === null ? undefined : words.wrong}
        hint={words.why}
        maxLength={200}
        required
      />
      <Button kind="primary" type="submit" wide>
        {words.send}
      </Button>
    </form>
  )
}
