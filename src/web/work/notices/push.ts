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
  if ((await Notification.requestPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await api.work.push.post({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }, { key: null })
}

export async function stopPush(api: Api): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await api.work.push.remove.post({ endpoint: subscription.endpoint }, { key: null })
}
