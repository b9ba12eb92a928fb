/**
 * The fewest minutes of driving that any planner has found for each world, given minutes of computing and with
 * every job placed that someone has the skills for. A better plan found later belongs here.
 */
export const BEST_KNOWN: Record<string, number> = {
  'single-100': 2_035,
  'single-200': 3_321,
  'single-500': 6_496,
  franchises: 35_749,
  pool: 19_068,
  overloaded: 69_083,
}
