import { z } from 'zod'
import { jobStatuses } from '../../../../db/schema/jobs'
import { idOf, localDate, requiredId, queryFlag, queryNumber } from '../../../http/fields'
import { RushHours } from '../../../settings/hours'
import { efforts } from '../engine/world'
import { reasons } from '../world/reasons'

const dryRun = 'Plans without changing anything'

export const DispatchQuery = z.object({ dryRun: queryFlag.default(false).describe(dryRun) })

export const EffortQuery = z.object({
  effort: z
    .enum(efforts)
    .default('normal')
    .describe(
      'How long to search for less driving: `quick` for a first look, `thorough` for up to 20 seconds. The answer is the best plan found by then.',
    ),
})

const moment = z.iso.datetime().transform((text) => Date.parse(text))

export const ShownVisit = z.object({
  jobId: requiredId(200),
  worker: requiredId(200),
  second: requiredId(200).nullable().default(null).describe('The second technician of a visit for two'),
  start: moment,
  end: moment,
  revision: z.int(),
  basis: z.string().min(1).max(100),
  from: z
    .object({ worker: requiredId(200), start: moment })
    .nullable()
    .default(null)
    .describe('For a scheduled visit that moves: where it was when it was planned'),
})
export type ShownVisit = z.infer<typeof ShownVisit>

const FixedVisit = ShownVisit.pick({ jobId: true, worker: true, second: true, start: true, end: true })
export type FixedVisit = z.infer<typeof FixedVisit>

export const DispatchRunInput = z
  .object({
    dryRun: z.boolean().default(false).describe(dryRun),
    fixed: z
      .array(FixedVisit)
      .max(200)
      .default([])
      .describe('For a dry run: waiting jobs that go exactly there, with the rest planned around them'),
    without: z.array(requiredId(200)).max(1_000).default([]).describe('For a dry run: jobs to leave out'),
    remedies: z.boolean().default(false).describe('For a dry run: also find what would make other jobs fit'),
    tellCustomer: z.boolean().default(true).describe('With `visits`: whether to notify the customers'),
    visits: z
      .array(ShownVisit)
      .min(1)
      .max(1_000)
      .optional()
      .describe('Schedules these visits from an earlier dry run, without planning again'),
    cover: requiredId(200)
      .optional()
      .describe("For a dry run: only finds others for the visits that this worker can't make today"),
    better: z
      .boolean()
      .default(false)
      .describe(
        'For a dry run: the plan with less driving that waits for the franchise, or for HQ without one',
      ),
    franchiseId: requiredId(100).optional().describe('Plans only this franchise'),
  })
  .prefault({})
  .check(
    z.refine(({ dryRun, visits }) => !dryRun || visits === undefined, {
      message: "can't be combined with a dry run",
      path: ['visits'],
    }),
    z.refine(({ dryRun, cover }) => dryRun || cover === undefined, {
      message: 'needs a dry run',
      path: ['cover'],
    }),
    z.refine(({ dryRun, better }) => dryRun || !better, { message: 'needs a dry run', path: ['better'] }),
    z.refine(({ dryRun, fixed, without }) => dryRun || fixed.length + without.length === 0, {
      message: 'needs a dry run',
      path: ['dryRun'],
    }),
  )

const minutes = z.number().describe('In minutes of driving; less is better')

export const Remedy = z.object({
  kind: z
    .enum(['extend_shift', 'start_earlier', 'shorten_visit', 'more_work', 'offer', 'ask'])
    .describe('`offer` another arrival window, `ask` the customer for one, or place the visit as given'),
  worker: z.string().nullable(),
  start: z.iso.datetime().nullable(),
  end: z.iso.datetime().nullable(),
  minutes: z.int().nullable().describe('The size of the change'),
  date: localDate.nullable(),
  window: z.string().nullable().describe('An offered arrival window, such as 08:00-10:00'),
})
export type Remedy = z.infer<typeof Remedy>

export const DispatchAction = z.object({
  type: z.enum(['assigned', 'escalated', 'skipped', 'moved']),
  jobId: z.string(),
  worker: z.string().nullable().describe('The id of the assigned worker'),
  second: z.string().nullable().describe('The id of the second technician of a visit for two'),
  reason: z.enum(reasons),
  detail: z.string().describe('The reason in words'),
  score: minutes.nullable().describe('The total cost in minutes; less is better'),
  travel: z.number().nullable().describe('Added minutes of driving'),
  runnerUp: z
    .object({
      worker: z.string(),
      score: minutes,
      travel: z.number(),
      drawback: z
        .enum(['later_day', 'fuller_day', 'overtime', 'new_to_customer', 'not_preferred'])
        .nullable()
        .describe('The disadvantage of this worker, when it is not more driving'),
    })
    .nullable()
    .describe('The next best worker'),
  start: z.iso.datetime().nullable(),
  end: z.iso.datetime().nullable(),
  revision: z.int().nullable().describe('The state of the job that was planned'),
  basis: z.string().nullable().describe('The state of the worker that was planned'),
  notifies: z.boolean().describe('Whether the customer would get a message about the visit'),
  from: z
    .object({ worker: z.string(), start: z.iso.datetime() })
    .nullable()
    .describe('Where a visit that moves is now'),
  remedies: z.array(Remedy).describe('What would make the job fit, the smallest change first'),
})
export type DispatchAction = z.infer<typeof DispatchAction>

export const DispatchRun = z.object({
  success: z.literal(true),
  assigned: z.int(),
  escalated: z.int(),
  skipped: z.int(),
  actions: z.array(DispatchAction),
  moved: z.int().describe('How many scheduled visits moved inside their arrival windows'),
  moves: z.array(DispatchAction).describe('Those visits, with the reason for each'),
  summary: z.string().optional().describe('With `cover` or `better`: the proposal in a sentence'),
  todos: z.int().describe('How many of the jobs left over are to-dos now, or would be after a dry run'),
  timestamp: z.iso.datetime(),
})
export type DispatchRun = z.infer<typeof DispatchRun>

export const LearnedTraffic = z.object({
  drives: z.int().describe('How many drives of the last 90 days could be measured'),
  enough: z.int().describe('How many it takes'),
  rushHours: z.array(RushHours).describe('Empty if there are too few drives, or no hour stands out'),
})
export type LearnedTraffic = z.infer<typeof LearnedTraffic>

export const HoursQuery = z.object({
  date: localDate,
  days: queryNumber(z.int().min(1).max(7)).default(1),
  franchiseId: idOf(100).optional().describe('Only the workers of this franchise'),
})
export type HoursQuery = z.infer<typeof HoursQuery>

const timeOfDay = z
  .string()
  .regex(/^\d{2}:\d{2}$/)
  .describe('Local time; 24:00 is the end of the day')

export const DayHours = z.object({
  date: localDate,
  workers: z.array(
    z.object({
      workerId: z.string(),
      date: localDate,
      timeZone: z.string(),
      closed: z.boolean().describe('Whether the whole franchise is closed that day'),
      shifts: z.array(z.object({ start: timeOfDay, end: timeOfDay })),
      timeOff: z.array(z.object({ start: timeOfDay, end: timeOfDay, reason: z.string().nullable() })),
      overtimeMinutes: z.int().describe('How long they may stay after the last shift'),
    }),
  ),
})
export type DayHours = z.infer<typeof DayHours>

export const DrivesQuery = z.object({
  date: localDate,
  days: queryNumber(z.int().min(1).max(7)).default(1),
  franchiseId: idOf(100).optional().describe('Only the workers of this franchise'),
})
export type DrivesQuery = z.infer<typeof DrivesQuery>

const stop = z.string().nullable().describe('The id of a job; null for home')

export const Drives = z.object({
  date: localDate,
  days: z.int(),
  travel: z.enum(['estimate', 'valhalla', 'osm']).describe('The source of travel times'),
  workers: z.array(
    z.object({
      workerId: z.string(),
      days: z.array(
        z.object({
          date: localDate,
          availableMinutes: z.int().describe('Shifts without time off; none on closed days'),
          bookedMinutes: z.int().describe('The visits that begin that day'),
          legs: z.array(z.object({ from: stop, to: stop, minutes: z.int() })).describe('In driving order'),
          lunch: z
            .object({ start: timeOfDay, end: timeOfDay })
            .nullable()
            .describe('Where lunch fits between the visits; null on days without lunch or room for it'),
        }),
      ),
    }),
  ),
})
export type Drives = z.infer<typeof Drives>

export const ExplainParams = z.object({ jobId: requiredId(200) })

const time = z.iso.datetime()

export const WorkerVerdict = z.object({
  worker: z.string(),
  name: z.string(),
  fits: z.boolean(),
  date: localDate.nullable(),
  start: time.nullable().describe('The start of the visit'),
  end: time.nullable(),
  score: z
    .object({
      travel: minutes,
      lateness: minutes,
      balance: minutes,
      familiarity: minutes,
      overtime: minutes.optional(),
      total: minutes,
    })
    .nullable(),
  rule: z
    .enum(['active', 'franchise', 'skills', 'service_area', 'shift', 'time_off', 'daily_cap', 'route'])
    .nullable()
    .describe('The first rule that fails'),
  detail: z.string(),
  change: z
    .object({
      kind: z.string(),
      by: z.int().nullable(),
      unit: z.enum(['minutes', 'jobs']).nullable(),
      date: localDate.nullable(),
      sentence: z.string(),
    })
    .nullable()
    .describe('The smallest single change that would make it fit'),
})
export type WorkerVerdict = z.infer<typeof WorkerVerdict>

export const DispatchExplanation = z.object({
  jobId: z.string(),
  status: z.enum(jobStatuses),
  worker: z.string().nullable().describe('The worker who has it now'),
  reason: z.enum(reasons).nullable().describe('Why dispatch is not looking for a worker now'),
  detail: z.string().nullable(),
  windows: z
    .array(z.object({ start: time, end: time }))
    .nullable()
    .describe('The allowed arrival times; null for any time'),
  windowUnclear: z.boolean().describe("Whether we didn't understand the preferred time, so any time counts"),
  travel: z.enum(['estimate', 'valhalla', 'osm']).describe('The source of travel times'),
  workers: z.array(WorkerVerdict).describe('Those who could take it first, by cost'),
})
export type DispatchExplanation = z.infer<typeof DispatchExplanation>
