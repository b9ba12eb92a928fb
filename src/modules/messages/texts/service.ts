import { asc, eq } from 'drizzle-orm'
import { messageTexts } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { day, hour, isoTime } from '../../../lib/clock'
import { invalid, missing } from '../../../lib/errors'
import { smsLength } from '../../../lib/sms-length'
import { languageNames, languages, type Language } from '../../../words/language'
import { recordActivity } from '../../office'
import { brandOf } from '../brand'
import type { Channel } from '../outbox'
import { checkMessage, renderMessage } from '../prepare'
import { placeholders } from '../templates/placeholders'
import {
  defaultParts,
  faultsOf,
  namesFor,
  partNames,
  tidied,
  wordableNamed,
  type Parts,
  type Wordable,
} from '../templates/reword'
import { templateOf, wordings } from '../templates/wordings'
import type {
  MessageText,
  MessageTextInput,
  MessageTextView,
  TextPlace,
  TextPreview,
  TextPreviewInput,
} from './model'

type Row = typeof messageTexts.$inferSelect

/** The newest row of each text. */
async function newestRows(db: Db, message?: string): Promise<Map<string, Row>> {
  const rows = await db
    .select()
    .from(messageTexts)
    .where(message === undefined ? undefined : eq(messageTexts.message, message))
    .orderBy(asc(messageTexts.since))
  return new Map(rows.map((row) => [placeOf(row.message, row), row]))
}

interface Version {
  channel: Channel
  language: Language
}

const placeOf = (key: string, { channel, language }: Version): string => `${key} ${channel} ${language}`

const isEdited = (row: Row | undefined): row is Row =>
  row !== undefined && partNames.some((part) => row[part] !== null)

const versionsOf = ({ channels }: Wordable): Version[] =>
  channels.flatMap((channel) => languages.map((language) => ({ channel, language })))

const itemOf = (key: string, { title, occasion, group }: Wordable) => ({ key, title, occasion, group })

export async function listTexts({ store }: Deps): Promise<{ items: MessageText[] }> {
  const rows = await newestRows(store.read)
  const items = Object.keys(wordings).map((key) => {
    const wordable = requireWordable(key)
    const texts = versionsOf(wordable).map((version) => ({
      ...version,
      edited: isEdited(rows.get(placeOf(key, version))),
    }))
    return { ...itemOf(key, wordable), texts }
  })
  return { items }
}

export const readText = ({ store }: Deps, key: string): Promise<MessageTextView> => viewOf(store.read, key)

async function viewOf(db: Db, key: string): Promise<MessageTextView> {
  const wordable = requireWordable(key)
  const rows = await newestRows(db, key)
  const texts = versionsOf(wordable).map((version) => {
    const row = rows.get(placeOf(key, version))
    const edited = isEdited(row)
    const usual = defaultParts(wordable, version.channel, version.language)
    const { usable, required } = namesFor(wordable, version.channel)
    return {
      ...version,
      edited,
      default: usual,
      current: edited ? overlaid(usual, row) : usual,
      placeholders: usable.map((name) => ({
        name,
        about: placeholders[name].about,
        required: required.includes(name),
      })),
      changedAt: edited ? isoTime(row.since) : null,
      changedBy: edited ? row.changedBy : null,
    }
  })
  return { ...itemOf(key, wordable), texts }
}

const overlaid = (usual: Parts, own: Parts): Parts => ({
  subject: own.subject ?? usual.subject,
  heading: own.heading ?? usual.heading,
  body: own.body ?? usual.body,
})

/** Words a message. It counts from the next message on, in every process. */
export async function changeText(
  { store, clock }: Deps,
  { key, ...version }: TextPlace,
  input: MessageTextInput,
  actor: Actor,
): Promise<MessageTextView> {
  const wordable = requireVersion(key, version)
  const parts = partsOf(wordable, version, input)
  return store.write(async (tx) => {
    const before = (await newestRows(tx, key)).get(placeOf(key, version))
    const isSame = partNames.every((part) => (before?.[part] ?? null) === parts[part])
    if (!isSame) {
      const verb = partNames.every((part) => parts[part] === null) ? 'Reset' : 'Changed'
      await keep(tx, clock.now(), { key, version, parts, actor })
      const shown = `${version.channel === 'email' ? 'email' : 'text'}, ${languageNames[version.language]}`
      await recordActivity(tx, clock.now(), {
        type: 'message-text.changed',
        actor,
        summary: `${verb} the wording of “${wordable.title}” (${shown})`,
        subject: { kind: 'setting', id: `message:${key}`, name: wordable.title },
        metadata: { message: key, ...version, ...parts },
      })
    }
    return viewOf(tx, key)
  })
}

export const resetText = (deps: Deps, place: TextPlace, actor: Actor): Promise<MessageTextView> =>
  changeText(deps, place, {}, actor)

async function keep(
  tx: Tx,
  since: number,
  { key, version, parts, actor }: { key: string; version: Version; parts: Parts; actor: Actor },
): Promise<void> {
  const { message, language, channel } = messageTexts
  const row = { message: key, ...version, ...parts, since, changedBy: actorText(actor) }
  await tx
    .insert(messageTexts)
    .values(row)
    .onConflictDoUpdate({ target: [message, language, channel, messageTexts.since], set: row })
}

/** Renders the given words with sample data and today's look. Nothing is stored. */
export async function previewText(deps: Deps, key: string, input: TextPreviewInput): Promise<TextPreview> {
  const { language, channel, ...typed } = input
  const wordable = requireVersion(key, { language, channel })
  const parts = partsOf(wordable, { language, channel }, typed)
  const template = templateOf(key)
  const brand = await brandOf(deps, {
    channel,
    recipient: '',
    template,
    franchiseId: null,
    jobId: null,
    language,
    elsewhere: false,
    data: {},
    createdAt: deps.clock.now(),
  })
  const { publicUrl } = deps.config
  // Three in the afternoon of the day after tomorrow, in UTC like the sample.
  const start = Math.floor(deps.clock.now() / day) * day + 2 * day + 15 * hour
  const sent = {
    ...brand,
    bookingUrl: `${publicUrl}/my`,
    confirmUrl: null,
    planUrl: `${publicUrl}/my`,
    reference: 'TR-7K2Q9',
    card: { brand: 'visa', last4: '4242' },
  }
  const rendered = renderMessage(
    checkMessage(template, channel, wordable.sample(start)),
    channel,
    sent,
    wordable.made.bulk && channel === 'email' ? `${publicUrl}/my` : null,
    { ...parts, names: namesFor(wordable, channel).usable },
  )
  return { ...rendered, length: channel === 'sms' ? smsLength(rendered.text) : null }
}

/** The checked words; null where they are the default. */
function partsOf(wordable: Wordable, { channel, language }: Version, input: MessageTextInput): Parts {
  const usual = defaultParts(wordable, channel, language)
  const given = (part: keyof Parts): string | null => {
    const typed = input[part]
    return typed === undefined || typed === null ? null : tidied(part, typed)
  }
  const parts = { subject: given('subject'), heading: given('heading'), body: given('body') }
  const blank = partNames.filter((part) => parts[part] === '').map((part) => `${part}: must not be blank`)
  const tooLong =
    channel === 'sms' && (parts.body?.length ?? 0) > longestSms
      ? [`body: must be at most ${longestSms} characters long`]
      : []
  const faults = [...blank, ...tooLong, ...faultsOf(wordable, channel, parts)]
  if (faults.length > 0) throw invalid('Validation failed', faults)
  const own = (part: keyof Parts) => (parts[part] === usual[part] ? null : parts[part])
  return { subject: own('subject'), heading: own('heading'), body: own('body') }
}

const longestSms = 600

function requireWordable(key: string): Wordable {
  const wordable = wordableNamed(key)
  if (!wordable) throw missing('Message template')
  return wordable
}

function requireVersion(key: string, { channel }: Version): Wordable {
  const wordable = requireWordable(key)
  if (!wordable.channels.includes(channel)) throw missing('Message template')
  return wordable
}
