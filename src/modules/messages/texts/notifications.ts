import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { notifications } from '../../../settings/notifications'
import { changedFields, recordActivity } from '../../office'
import type { Notice } from '../channels'
import { templateOf, wordings } from '../templates/wordings'
import type { NotificationChange, NotificationItem, NotificationView } from './model'

/** The reason for messages that aren't the office's to turn off, and for choices that are missing. */
const notes: Record<string, string> = {
  booked:
    'Everyone who books gets this by email, or by text if they have no email address. You can send both.',
  cancelled:
    'Always sent, to the customer and to any other email address or phone number given when canceling.',
  invoice: 'Always sent, by email or text. Choose which one we try first.',
  'charge-failed': 'Always sent, so the customer can fix the card or pay another way.',
  'card-request': "You send it yourself. It goes by email, or by text if there's no email address.",
  'card-saved': "Always sent, so customers notice a card they didn't save.",
  plan: 'Always sent by email, because customers have to know the price and the dates of their plan.',
  'verify-code': 'Always sent by email, because nobody could sign in without it.',
  'new-time': "You send it yourself. It goes by email, or by text if there's no email address.",
  'work-link': 'You choose email or text each time you send it.',
}

/** `on-the-way` is `onTheWay` among the settings. */
const noticeOf = (template: string): Notice | null => {
  const name = template.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return name !== 'reminderHours' && Object.hasOwn(notifications.fields, name) ? (name as Notice) : null
}

export function readNotifications({ settings }: Pick<Deps, 'settings'>): NotificationView {
  const keys = Object.keys(wordings)
  const items = [...new Set(keys.map(templateOf))].map((template): NotificationItem => {
    const notice = noticeOf(template)
    return {
      name: notice ?? template,
      title: wordings[template]?.title ?? template,
      group: wordings[template]?.group ?? '',
      choice: notice === null ? null : settings.notifications[notice],
      choices: notice === null ? [] : [...notifications.fields[notice].options],
      note: notes[template] ?? null,
      messages: keys.filter((key) => templateOf(key) === template).toReversed(),
    }
  })
  return { items, reminderHours: settings.notifications.reminderHours }
}

/** Counts from the next message on. */
export async function changeNotifications(
  { store, clock, settings }: Deps,
  change: NotificationChange,
  actor: Actor,
): Promise<NotificationView> {
  const now = clock.now()
  const { reminderHours, ...choices } = change
  const values = {
    ...choices,
    ...(reminderHours && { reminderHours: reminderHours.toSorted((one, other) => other - one) }),
  }
  if (Object.keys(values).length > 0)
    await store.write(async (tx) => {
      const change = { values, by: actorText(actor) }
      const { before, after } = await settings.change(tx, 'notifications', change, now)
      const fresh = Object.fromEntries(
        Object.entries(after).filter(([field, value]) => !Bun.deepEquals(before[field], value)),
      )
      if (Object.keys(fresh).length > 0)
        await recordActivity(tx, now, {
          type: 'settings.changed',
          actor,
          summary: `Changed notifications: ${changedFields(fresh)}`,
          metadata: { group: 'notifications', ...fresh },
        })
    })
  await settings.load(store.read)
  return readNotifications({ settings })
}
