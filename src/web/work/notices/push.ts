import type { Api } from '../../client/api'

/** Some browsers offer push messages only to a page on the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const isPushBlocked = (): boolean => Notification.permission === 'denied'

/** This browser's subscription, if it has one. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration('/work')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the person, subscribes this browser and tells the office. */
export async function startPush(api: Api, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await subscribe(api, publicKey)
}

async function subscribe(api: Api, publicKey: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await tell(api, subscription)
}

async function tell(api: Api, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await api.work.push.post({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }, { key: null })
}

/**
 * Brings a subscription from before up to date: the office may have a new key, may have dropped it, or may have it
 * under a sign-in that ended.
 */
export async function renewPush(api: Api): Promise<void> {
  const known = await ownSubscription()
  if (!known || isPushBlocked()) return
  const { by, publicKey } = await api.work.notifications.get()
  if (by !== 'push') return
  if (isMadeWith(known, publicKey)) return tell(api, known)
  await known.unsubscribe()
  await subscribe(api, publicKey)
}

/** A browser that doesn't say which key it used gets the benefit of the doubt. */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  if (!key) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

export async function stopPush(api: Api): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await api.work.push.remove.post({ endpoint: subscription.endpoint }, { key: null })
}
