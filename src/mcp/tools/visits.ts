import { z } from 'zod'
import { moment } from '../../http/fields'
import { assignJob, requireJob, scheduleJob, type Job, type JobRow } from '../../modules/jobs'
import { rehearse } from '../rehearse'
import { changing, type Asking } from '../tool'
import { BriefJob, briefJob, jobField, jobNamed, jobWords, tellCustomerField, visitWords } from './shared'

const technicianField = z
  .string()
  .max(100)
  .nullable()
  .describe('The id of the technician, from find_technicians or explain_dispatch; null for nobody yet')

const Changed = z.object({ job: BriefJob })

/** Compares the visit now with the visit as it would be. */
async function visitChange({ deps }: Asking, before: JobRow, after: JobRow, tells: boolean): Promise<string> {
  const [was, will] = [await briefJob(deps, before), await briefJob(deps, after)]
  const [now, then] = [visitWords(was), visitWords(will)]
  if (now === then && was.end === will.end) return `${jobWords(was)} stays as it is: ${now}.`
  const told = tells ? 'We tell the customer.' : 'We don’t tell the customer.'
  return `${jobWords(was)}: from ${now} to ${then}. ${told}`
}

const presentChanged = async ({ deps }: Asking, { id }: Job) => {
  const job = await briefJob(deps, await requireJob(deps.store.read, id))
  return { summary: `${jobWords(job)}: ${visitWords(job)}.`, result: { job } }
}

interface Visit {
  job: string
  start: number
  end?: number | undefined
  technicianId?: string | null | undefined
  tellCustomer: boolean
}

/** Leaves the technician as they are unless the input names one. */
const visitOf = (row: JobRow, { start, end, technicianId, tellCustomer }: Visit, actor: string) => ({
  start,
  end,
  workerId: technicianId === undefined ? row.workerId : technicianId,
  revision: row.revision,
  actor,
  tellCustomer,
})

export const visitTools = [
  changing({
    name: 'reschedule_job',
    title: 'Schedule or reschedule a visit',
    description:
      'Sets the time of a visit, for a job that has none yet or to move it. Refused if the technician has another visit then. Ask explain_dispatch for times that fit.',
    needs: 'dispatch',
    scope: { body: { technicianId: 'worker' } },
    input: z.object({
      job: jobField,
      start: moment.describe('With an offset, such as 2026-03-04T09:00:00-07:00'),
      end: moment.optional().describe("Defaults to the start plus the service's length"),
      technicianId: technicianField.optional().describe('Leave it out to keep the technician'),
      tellCustomer: tellCustomerField,
    }),
    result: Changed,
    preview: async (asking, input) => {
      const row = await jobNamed(asking, input.job)
      const change = visitOf(row, input, asking.actor)
      const after = await rehearse(asking.deps, (trial) => scheduleJob(trial, row.id, change))
      return visitChange(asking, row, after as JobRow, input.tellCustomer)
    },
    apply: async (asking, input) => {
      const row = await jobNamed(asking, input.job)
      return scheduleJob(asking.deps, row.id, visitOf(row, input, asking.actor))
    },
    present: presentChanged,
  }),
  changing({
    name: 'assign_job',
    title: 'Assign a technician',
    description:
      'Gives a scheduled visit to another technician at the same time. For a job without a visit, use reschedule_job.',
    needs: 'dispatch',
    scope: { body: { technicianId: 'worker' } },
    input: z.object({ job: jobField, technicianId: technicianField, tellCustomer: tellCustomerField }),
    result: Changed,
    preview: async (asking, { job, technicianId, tellCustomer }) => {
      const row = await jobNamed(asking, job)
      const { revision } = row
      const change = { workerId: technicianId, revision, actor: asking.actor, tellCustomer }
      const after = await rehearse(asking.deps, (trial) => assignJob(trial, row.id, change))
      return visitChange(asking, row, after as JobRow, tellCustomer)
    },
    apply: async (asking, { job, technicianId, tellCustomer }) => {
      const { id, revision } = await jobNamed(asking, job)
      const change = { workerId: technicianId, revision, actor: asking.actor, tellCustomer }
      return assignJob(asking.deps, id, change)
    },
    present: presentChanged,
  }),
]
