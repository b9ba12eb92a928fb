import { bookWords } from '../../words/book'
import { areaWords } from '../../words/book-area'
import { CheckField, TextField } from '../components/field'
import type { Draft } from './draft'

/** The address in the fields that browsers know how to fill in. */
export function AddressFields({ draft: { language, fields, faults, suggests } }: { draft: Draft }) {
  const { service: words, optional, faults: texts } = bookWords(language)
  const isIncomplete = faults.address === texts.address
  const needsZip = isIncomplete || faults.address === areaWords(language).unknown
  return (
    <>
      <TextField
        label={words.address}
        name="street"
        value={fields.street}
        error={faults.address}
        autoComplete="address-line1"
        placeholder="1420 Larimer St"
        maxLength={300}
        list={suggests ? 'addresses' : undefined}
        required
      />
      {suggests && <datalist id="addresses" aria-label={words.suggestions} />}
      <TextField
        label={words.unit}
        name="unit"
        value={fields.unit}
        autoComplete="address-line2"
        maxLength={50}
        optional
        optionalWord={optional}
      />
      <div class="book-town">
        <TextField
          label={words.city}
          name="city"
          value={fields.city}
          wrong={isIncomplete && fields.city === ''}
          autoComplete="address-level2"
          maxLength={100}
        />
        <TextField
          label={words.state}
          name="state"
          value={fields.state}
          wrong={isIncomplete && fields.state === ''}
          autoComplete="address-level1"
          autoCapitalize="characters"
          maxLength={20}
        />
        <TextField
          label={words.zip}
          name="zip"
          value={fields.zip}
          wrong={needsZip && fields.zip === ''}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
        />
      </div>
      {(faults.sure !== undefined || fields.sure !== '') && (
        <div class="field" id="sure">
          {faults.sure && <p class="field-error">{faults.sure}</p>}
          <CheckField name="sure" value={fields.address} checked={fields.sure !== ''} label={words.sure} />
        </div>
      )}
      <p class="book-area script-only" data-area aria-live="polite" />
    </>
  )
}
