import { capitalized } from '../../../words/formats'
import type { Directory } from '../shell/directory'

type Known = Pick<Directory, 'services' | 'workers'>

/** Every skill that a service needs or a technician has, for suggestions. */
export const knownSkills = ({ services, workers }: Known): string[] =>
  [...new Set([...services, ...workers].flatMap(({ skills }) => skills))].toSorted()

/** Skills are typed in any case, and a list begins with a capital like every other cell of a table. */
export const skillWords = (skills: readonly string[]): string => capitalized(skills.join(', '))

/** Said about a required skill that nobody has, because such visits can't be assigned. */
export function missingSkill(skill: string, { workers }: Pick<Directory, 'workers'>): string | null {
  const has = workers.some(
    ({ active, skills }) => active && skills.some((one) => one.toLowerCase() === skill.toLowerCase()),
  )
  return has ? null : `No technician has “${skill}”. Add it under Technicians, or nobody can do this service.`
}
