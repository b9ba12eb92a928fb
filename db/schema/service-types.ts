import { sql } from 'drizzle-orm'
import { check, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, json, stamps } from './columns'

export const serviceTypes = sqliteTable(
  'service_types',
  {
    id: text('id').primaryKey(),
    label: text('label').notNull(),
    /** A visit takes base + perFootStory × gutter length × stories minutes. Without a base it is not known. */
    baseMinutes: integer('base_minutes'),
    minutesPerFootStory: real('minutes_per_foot_story').notNull().default(0),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    skills: json<string[]>('skills').notNull().default([]),
    listPriceCents: cents('list_price_cents'),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    // Labels come from the public as free text, so case must not make two services of one.
    uniqueIndex('service_types_one_per_label').on(sql`lower(${table.label})`),
    check(
      'service_types_durations',
      sql`${table.baseMinutes} IS NULL OR ${table.baseMinutes} BETWEEN 1 AND 1440`,
    ),
    check('service_types_buffer', sql`${table.bufferMinutes} BETWEEN 0 AND 480`),
  ],
)
