import { z } from 'zod'
import { moment } from '../../http/fields'
import type { Actor } from '../../lib/actor'
import { assignJob, requireJob, scheduleJob, type Job, type JobRow } from '../../modules/jobs'
import { rehearse } from '../rehearse'
import { changing, type Asking } from '../tool'
import { BriefJob, briefJob, jobField, jobNamed, jobWords, tellCustomerField, visitWords } from './shared'

const technicianField = z
  .string()
  .max(100)
  .nullable()
  .describe('The id of the technician, from find_technicians or explain_dispatch; null for nobody yet')

const secondField = technicianField
  .optional()
  .describe('The second technician of a visit for two; leave it out to keep the one it has, null for none')

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
  secondTechnicianId?: string | null | undefined
  tellCustomer: boolean
}

/** Leaves the technicians as they are unless the input names them. */
const visitOf = (row: JobRow, visit: Visit, actor: Actor) => {
  const { start, end, technicianId, secondTechnicianId, tellCustomer } = visit
  return {
    start,
    end,
    workerId: technicianId === undefined ? row.workerId : technicianId,
    secondWorkerId: secondTechnicianId,
    revision: row.revision,
    actor,
    tellCustomer,
  }
}

interface Assignment {
  technicianId: string | null
  secondTechnicianId?: string | null | undefined
  tellCustomer: boolean
}

const assignmentOf = (
  { revision }: JobRow,
  { technicianId, secondTechnicianId, tellCustomer }: Assignment,
  actor: Actor,
) => ({ workerId: technicianId, secondWorkerId: secondTechnicianId, revision, actor, tellCustomer })

export const visitTools = [
  changing({
    name: 'reschedule_job',
    title: 'Schedule or reschedule a visit',
    description:
      'Sets the time of a visit, for a job that has none yet or to move it. Refused if the technician has another visit then. Ask explain_dispatch for times that fit.',
    needs: 'dispatch',
    scope: { body: { technicianId: 'worker', secondTechnicianId: 'worker' } },
    input: z.object({
      job: jobField,
      start: moment.describe('With an offset, such as 2026-03-04T09:00:00-07:00'),
      end: moment.optional().describe("Defaults to the start plus the service's length"),
      technicianId: technicianField.optional().describe('Leave it out to keep the technician'),
      secondTechnicianId: secondField,
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
    scope: { body: { technicianId: 'worker', secondTechnicianId: 'worker' } },
    input: z.object({
      job: jobField,
      technicianId: technicianField,
      secondTechnicianId: secondField,
      tellCustomer: tellCustomerField,
    }),
    result: Changed,
    preview: async (asking, input) => {
      const row = await jobNamed(asking, input.job)
      const change = assignmentOf(row, input, asking.actor)
      const after = await rehearse(asking.deps, (trial) => assignJob(trial, row.id, change))
      return visitChange(asking, row, after as JobRow, input.tellCustomer)
    },
    apply: async (asking, input) => {
      const row = await jobNamed(asking, input.job)
      return assignJob(asking.deps, row.id, assignmentOf(row, input, asking.actor))
    },
    present: presentChanged,
  }),
]
