import { useEffect, useState } from 'preact/hooks'
import type { ZipPlaces } from '../../../modules/geo/model'
import { api } from '../session'
import { zipsIn } from './area-words'

const nothing: ZipPlaces = { known: [], unknown: [] }
/** Long enough to let a code be typed to its end. */
const pause = 400

/** Where the codes are, looked up while one types; the map goes without them when that fails. */
export function useZipPlaces(text: string): ZipPlaces {
  const [places, setPlaces] = useState(nothing)
  const wanted = zipsIn(text)
    .filter((zip) => /^\d{5}$/.test(zip))
    .join(' ')
  useEffect(() => {
    if (wanted === '') {
      setPlaces(nothing)
      return undefined
    }
    const control = new AbortController()
    const look = () =>
      api
        .post<ZipPlaces>(
          '/api/admin/zips/locate',
          { zips: wanted.split(' ') },
          { key: null, signal: control.signal },
        )
        .then(setPlaces, () => {})
    const timer = setTimeout(() => void look(), pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [wanted])
  return places
}
