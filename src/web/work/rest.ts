import { useEffect, useState } from 'preact/hooks'

/** True for a while after the value has changed: a second tap of the same thumb is not meant for what is new. */
export function useRest(value: unknown, restMs: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled !== value
}
