import { useId } from 'preact/hooks'
import { TextField } from '../../components'
import { readingOf, timeSuggestions } from './time-wish'

interface WantedTimeProps {
  name: string
  value: string
  error: string | undefined
  onText: (text: string) => void
}

/** Words of any kind are kept, so it is said at once what dispatch makes of them. */
export function WantedTime({ value, error, ...input }: WantedTimeProps) {
  const id = useId()
  return (
    <div>
      <TextField
        label="Wanted time"
        optional
        list={id}
        placeholder="morning"
        autocomplete="off"
        value={value}
        hint={readingOf(value)}
        {...(error && { error })}
        {...input}
      />
      <datalist id={id}>
        {timeSuggestions.map(({ words, meaning }) => (
          <option key={words} value={words} label={meaning} />
        ))}
      </datalist>
    </div>
  )
}
