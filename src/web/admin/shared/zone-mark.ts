import { formatShortTimeZone } from '../../client/format'
import type { Directory } from '../shell/directory'

/** ` PT`, to stay on the line of a time in another zone than one's own; empty otherwise. */
export function zoneMark(
  { zoneOf, ownZone }: Pick<Directory, 'zoneOf' | 'ownZone'>,
  franchiseId: string | null,
): string {
  const zone = zoneOf(franchiseId)
  return zone === ownZone ? '' : `\u00A0${formatShortTimeZone(zone)}`
}
