import { useEffect } from 'preact/hooks'
import { useMe } from './me'

/** The server writes the banner before it knows who reads it, so the link in it waits for an owner. */
export function useStartLink(): void {
  const isOwner = useMe().may('settings')
  useEffect(() => {
    document.getElementById('start-link')?.toggleAttribute('hidden', !isOwner)
  }, [isOwner])
}
