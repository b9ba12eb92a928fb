import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import type { Deps } from '../../deps'
import { zipsOf } from './service'

/** A franchise as its own page shows it. */
export type FranchisePage = Awaited<ReturnType<typeof franchisePages>>[number]

const shown = {
  id: franchises.id,
  slug: franchises.slug,
  name: franchises.name,
  email: franchises.email,
  phone: franchises.phone,
  postalAddress: franchises.postalAddress,
  timeZone: franchises.timeZone,
  color: franchises.color,
  areaPolygon: franchises.areaPolygon,
  blackoutDates: franchises.blackoutDates,
}

/** More than anyone reads on one page. */
const mostPages = 500

/** Every active franchise, by name. */
export async function franchisePages({ read }: Deps['store']) {
  const rows = await read
    .select(shown)
    .from(franchises)
    .where(and(eq(franchises.active, true), isNotNull(franchises.slug)))
    .orderBy(asc(franchises.name), asc(franchises.id))
    .limit(mostPages)
  return rows.flatMap(({ slug, ...rest }) => (slug === null ? [] : [{ ...rest, slug }]))
}

/** The ZIP codes of a franchise's area, in order. */
export const areaZipsOf = zipsOf
