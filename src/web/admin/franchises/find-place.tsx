import { useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { Button, TextField } from '../../components'
import { api } from '../session'
import type { Corner } from './outline'

interface Found {
  results: { lat: number; lng: number; label: string }[]
}

/** Moves the map to a town, a ZIP code or a pair of coordinates. */
export function FindPlace({ onFound }: { onFound: (place: Corner) => void }) {
  const [q, setQ] = useState('')
  const [said, setSaid] = useState('')
  const finding = useAction(async () => {
    const { results } = await api.get<Found>('/api/geocode', { q: q.trim() })
    const best = results[0]
    setSaid(best ? best.label : 'Nothing is known by that name')
    if (best) onFound([best.lat, best.lng])
  })
  const find = () => q.trim() !== '' && void finding.run()
  return (
    <div class="find-place">
      <TextField
        label="Go to a town or ZIP code"
        type="search"
        autocomplete="off"
        value={q}
        onText={setQ}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It stands inside a form that Enter would send.
          event.preventDefault()
          find()
        }}
      />
      <Button busy={finding.busy} onClick={find}>
        Go
      </Button>
      <span class="soft small" aria-live="polite">
        {finding.problem ?? said}
      </span>
    </div>
  )
}
