import { useEffect, useMemo } from 'preact/hooks'
import type { Account } from '../../modules/accounts'
import type { Api } from '../client/api'
import { currentLanguages, customerStep, settleAddress, showIn } from '../client/language'

/** Keeps the page and the account in one language. True when the page is about to be loaded in another one. */
export function useStoredLanguage(api: Api, account: Account | null): boolean {
  const isLoaded = account !== null
  // Decided once, because a page must not change its language while someone uses it.
  const step = useMemo(() => account && customerStep(currentLanguages(), account.language), [isLoaded])
  useEffect(() => {
    if (!isLoaded) return
    if (step === null) settleAddress()
    else if ('show' in step) showIn(step.show)
    // The next visit tries again if this one can't.
    else api.account.language.post({ language: step.store }, { key: null }).then(settleAddress, () => {})
  }, [isLoaded])
  return step !== null && 'show' in step
}
