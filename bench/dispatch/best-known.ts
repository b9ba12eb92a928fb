/**
 * The fewest minutes of driving that any planner has found for each world, given minutes of computing and with
 * every job placed that someone has the skills for. A better plan found later belongs here.
 */
export const BEST_KNOWN: Record<string, number> = {
  franchises: 35_749,
  pool: 19_068,
  overloaded: 69_083,
}
