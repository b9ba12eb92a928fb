import type { WorldSize } from './worlds'

export interface Case extends WorldSize {
  id: string
  label: string
}

/** The four companies every run measures, identical each time down to the last house number. */
export const CASES: Case[] = [
  {
    id: 'franchises',
    label: '2,000 jobs × 200 workers, 10 franchises',
    jobs: 2_000,
    workers: 200,
    franchises: 10,
    seed: 42,
  },
  {
    id: 'pool',
    label: '2,000 jobs × 200 workers, one pool',
    jobs: 2_000,
    workers: 200,
    franchises: 1,
    seed: 42,
  },
  {
    id: 'overloaded',
    label: '4,000 jobs × 200 workers, 10 franchises',
    jobs: 4_000,
    workers: 200,
    franchises: 10,
    seed: 42,
  },
  {
    id: 'large',
    label: '5,000 jobs × 500 workers, 10 franchises',
    jobs: 5_000,
    workers: 500,
    franchises: 10,
    seed: 42,
  },
]

/** The large worlds whose plans are compared with the best known ones. */
export const GAP_CASES: Case[] = CASES.filter(({ id }) => id !== 'large')

/** Companies with one franchise, of which `bench:gaps` compares many. */
export const COMPANY_SIZES = [100, 200, 500]

export const companyOf = (jobs: number, seed: number): Case => ({
  id: `${jobs}-${seed}`,
  label: `${jobs} jobs × ${jobs / 10} workers`,
  jobs,
  workers: jobs / 10,
  franchises: 1,
  seed,
})

/** More franchises of the same size: time should grow with their number and hardly faster. */
export const GROWTH: Case[] = [10, 20, 50, 100].map((franchises) => ({
  id: `growth-${franchises}`,
  label: `${(franchises * 200).toLocaleString('en-US')} jobs, ${franchises} franchises`,
  jobs: franchises * 200,
  workers: franchises * 20,
  franchises,
  seed: 42,
}))
