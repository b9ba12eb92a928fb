import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { demo, flag, instant, oneOf, stamps } from './columns'

export const promoCodes = sqliteTable(
  'promo_codes',
  {
    id: text('id').primaryKey(),
    /** Upper case. */
    code: text('code').notNull().unique(),
    kind: text('kind').$type<'percent' | 'amount'>().notNull(),
    /** Basis points for `percent`, cents for `amount`. */
    value: integer('value').notNull(),
    franchiseId: text('franchise_id'),
    validFrom: instant('valid_from'),
    validUntil: instant('valid_until'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('promo_codes_kind', oneOf(table.kind, ['percent', 'amount'])),
    check(
      'promo_codes_value',
      sql`${table.value} > 0 AND (${table.kind} = 'amount' OR ${table.value} <= 10000)`,
    ),
    check(
      'promo_codes_uses',
      sql`${table.uses} >= 0 AND (${table.maxUses} IS NULL OR ${table.uses} <= ${table.maxUses})`,
    ),
  ],
)
