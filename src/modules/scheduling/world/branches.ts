import { sql } from 'drizzle-orm'
import { franchises } from '../../../../db/schema'
import type { VisitMoves } from '../../../../db/schema/franchises'
import { prepared } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isInside, type Point } from '../../../lib/geo'
import type { Settings } from '../../../settings/live'
import { Calendar, ArrivalPreferences, type LocalDay } from './calendar'

/** The number of days planned at a time. */
export const horizonDays = 5

/** A franchise as dispatch sees it. HQ's own workers and jobs form one too, without an id. */
export interface Branch {
  id: string | null
  name: string
  known: boolean
  active: boolean
  calendar: Calendar
  /** The planned days, starting with today if it is one. */
  days: LocalDay[]
  wishes: ArrivalPreferences
  /** Its base, if known. */
  base: Point | null
  visitMoves: VisitMoves
  serves(place: Point, inZip: boolean): boolean
}

const everyFranchise = prepared((db) =>
  db
    .select({
      id: franchises.id,
      name: franchises.name,
      timeZone: franchises.timeZone,
      active: franchises.active,
      areaPolygon: franchises.areaPolygon,
      blackoutDates: franchises.blackoutDates,
      visitMoves: franchises.visitMoves,
      lat: franchises.lat,
      lng: franchises.lng,
      hasZips: sql<number>`EXISTS (SELECT 1 FROM franchise_zips AS z WHERE z.franchise_id = franchises.id)`,
    })
    .from(franchises),
)

type CompanyHours = Pick<Settings['hours'], 'holidays' | 'rushHours' | 'lunch' | 'overtime'>

type Row = Awaited<ReturnType<typeof everyFranchise.all>>[number]

/** All franchises. An unknown one has no area and no workers. */
export class Branches {
  readonly #known: Map<string, Branch>
  readonly #others = new Map<string | null, Branch>()

  private constructor(
    rows: Row[],
    readonly now: number,
    readonly timeZone: string,
    /** The company's holidays, rush hours, lunch break and overtime. */
    readonly hours: CompanyHours,
    /** The company's way, for franchises without their own. */
    readonly visitMoves: VisitMoves,
  ) {
    this.#known = new Map(rows.map((row) => [row.id, { visitMoves, ...branchOf(row, hours, now) }]))
  }

  static async read({ store, settings }: Pick<Deps, 'store' | 'settings'>, now: number): Promise<Branches> {
    const { business, hours, dispatch } = settings
    return new Branches(await everyFranchise.all(store.read), now, business.timeZone, hours, dispatch)
  }

  of(id: string | null): Branch {
    return (id === null ? undefined : this.#known.get(id)) ?? this.#other(id)
  }

  #other(id: string | null): Branch {
    const known = this.#others.get(id)
    if (known) return known
    const { holidays, rushHours, lunch, overtime } = this.hours
    const calendar = new Calendar(this.timeZone, holidays, rushHours, lunch, overtime)
    const branch = {
      ...planned(calendar, this.now),
      id,
      name: id === null ? 'Headquarters' : 'An unknown franchise',
      known: id === null,
      active: true,
      base: null,
      visitMoves: this.visitMoves,
      // Jobs without a franchise are outside all areas, so any of HQ's own workers may go.
      serves: () => true,
    }
    this.#others.set(id, branch)
    return branch
  }
}

function branchOf(row: Row, { holidays, rushHours, lunch, overtime }: CompanyHours, now: number) {
  const { id, name, active, areaPolygon, hasZips, lat, lng } = row
  const closed = [...row.blackoutDates, ...holidays]
  const isDrawn = areaPolygon !== null || hasZips === 1
  return {
    ...planned(new Calendar(row.timeZone, closed, rushHours, lunch, overtime), now),
    id,
    name,
    known: true,
    active,
    base: lat === null || lng === null ? null : { lat, lng },
    ...(row.visitMoves && { visitMoves: row.visitMoves }),
    // A franchise without a drawn area accepts every address.
    serves: (place: Point, inZip: boolean) =>
      active && (!isDrawn || inZip || (areaPolygon !== null && isInside(place, areaPolygon))),
  }
}

function planned(calendar: Calendar, now: number) {
  const days = calendar.openDays(calendar.dateAt(now), horizonDays)
  return { calendar, days, wishes: new ArrivalPreferences(calendar, days, now) }
}
