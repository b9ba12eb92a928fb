import { useEffect, useState } from 'preact/hooks'

/** The value once it has stayed the same for a moment, so that not every key asks the service. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
