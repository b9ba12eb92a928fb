import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { messageTexts } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import type { Language } from '../../../words/language'
import type { Channel } from '../outbox'
import { namesFor, wordableNamed, type OwnWording } from '../templates/reword'
import { wordingFor } from '../templates/wordings'

const findText = prepared((db) =>
  db
    .select()
    .from(messageTexts)
    .where(
      and(
        eq(messageTexts.message, sql.placeholder('message')),
        eq(messageTexts.language, sql.placeholder('language')),
        eq(messageTexts.channel, sql.placeholder('channel')),
        lte(messageTexts.since, sql.placeholder('at')),
      ),
    )
    .orderBy(desc(messageTexts.since))
    .limit(1),
)

interface Worded {
  template: string
  /** Checked by the template's schema. */
  data: unknown
  channel: Channel
  language: Language
  /** For a message that was sent: when. Its text is the one of that time. */
  sentAt: number | null
}

/** The office's own wording of a message; null where it has the default. Read for each message, so a change counts at once. */
export async function ownWording(
  db: Db,
  { template, data, channel, language, sentAt }: Worded,
): Promise<OwnWording | null> {
  const message = wordingFor(template, data)
  const wordable = message === undefined ? undefined : wordableNamed(message)
  if (!wordable) return null
  const at = sentAt ?? Number.MAX_SAFE_INTEGER
  const row = await findText.get(db, { message, language, channel, at })
  return row ? { ...row, names: namesFor(wordable, channel).usable } : null
}
