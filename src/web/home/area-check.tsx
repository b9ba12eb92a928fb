import { homeWords } from '../../words/home'
import type { Language } from '../../words/language'
import { Button, ButtonLink } from '../components/button'
import { Alert } from '../components/feedback'
import { Field } from '../components/field'
import { AreaRequest } from './area-request'
import type { ZipAnswer } from './site'

interface AreaCheckProps {
  language: Language
  answer: ZipAnswer | null
  /** The page that answers. */
  path: string
}

/** Says whether we serve a ZIP code. The answer is a page of its own, so it needs no script. */
export function AreaCheck({ language, answer, path }: AreaCheckProps) {
  const { area: words } = homeWords(language)
  return (
    <section id="area" class="card home-area" aria-labelledby="home-area-title">
      <h2 id="home-area-title">{words.title}</h2>
      <form action={`${path}#area`} method="get" class="home-zip" novalidate>
        <Field label={words.zip} error={answer?.kind === 'invalid' ? words.invalid : undefined}>
          {(wiring) => (
            <div class="home-zip-row">
              <input
                class="input"
                name="zip"
                inputMode="numeric"
                autoComplete="postal-code"
                maxLength={10}
                placeholder="80202"
                value={answer?.zip}
                {...wiring}
              />
              <Button type="submit">{words.check}</Button>
            </div>
          )}
        </Field>
      </form>
      {answer?.kind === 'served' && (
        <>
          <Alert tone="good">{words.served(answer.business, answer.zip)}</Alert>
          <ButtonLink kind="primary" href={`/book?zip=${answer.zip}`}>
            {words.bookHere(answer.zip)}
          </ButtonLink>
        </>
      )}
      {answer?.kind === 'outside' && (
        <>
          {!answer.request.isNoted && <Alert tone="warn">{words.outside(answer.zip)}</Alert>}
          <AreaRequest language={language} zip={answer.zip} {...answer.request} />
        </>
      )}
    </section>
  )
}
