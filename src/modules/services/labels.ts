import { sqliteLower } from '../../../db/lower'

/** What labels are looked up by, and are unique in. */
export const labelKey = sqliteLower
