import { useState } from 'preact/hooks'
import { languageNames, languages, type Language } from '../../../words/language'
import { CheckField } from '../../components'
import { Form } from '../shared/form'
import { errorText } from '../shared/words'
import { LastChange, Source, useSaving, type PartProps } from './shared'

/** The languages of customers' and technicians' pages and messages. */
export function Languages(props: PartProps) {
  const { values, changedAt, changedBy } = props.state.languages
  const [offered, setOffered] = useState<Language[]>(values.offered)
  const saving = useSaving('languages', () => ({ offered }), props)
  const choose = (language: Language, checked: boolean) =>
    setOffered(languages.filter((one) => (one === language ? checked : offered.includes(one))))
  const fault = errorText(saving.fields.offered)
  return (
    <div class="card stack">
      <p class="soft">
        Pages and messages for customers and technicians use these languages. With only one, pages don't show
        a language switch. The console is always in English.
      </p>
      <Form action={saving} submit="Save" onDone={() => {}} fields={['offered']}>
        <fieldset class="stack-tight">
          <legend class="field-label">Languages</legend>
          {languages.map((language) => (
            <CheckField
              key={language}
              label={languageNames[language]}
              checked={offered.includes(language)}
              onCheck={(checked) => choose(language, checked)}
            />
          ))}
          {offered.length === 0 && <p class="field-error">{fault ?? 'Choose at least one language.'}</p>}
        </fieldset>
        <Source
          {...props}
          group="languages"
          field="offered"
          onReset={(next) => setOffered(next.languages.values.offered)}
        />
      </Form>
      <LastChange at={changedAt} by={changedBy} />
    </div>
  )
}
