import { z } from 'zod'
import { jobStatuses } from '../../../db/schema/jobs'
import { isoTime } from '../../lib/clock'
import { moment } from '../../http/fields'
import { allows } from '../../http/hq-caller'
import { Invoice, listInvoices, presentInvoice } from '../../modules/invoices'
import { Job, JobDetail, listJobs, readJob, type JobRow } from '../../modules/jobs'
import { reading, type Asking } from '../tool'
import { BriefJob, briefJobs, firstOf, jobField, jobNamed, limitField, moreField } from './shared'

const mostLate = 50

async function visitsBefore({ deps, within }: Asking, status: Job['status'], to: number): Promise<JobRow[]> {
  const list = await listJobs(deps, { status, to, franchiseId: within, limit: mostLate, format: 'json' })
  return (await firstOf(list, mostLate)).rows
}

export const jobTools = [
  reading({
    name: 'find_jobs',
    title: 'Find jobs',
    description:
      'Searches jobs by words, status, technician or customer. With from or to, it returns visits in order of time; otherwise the newest bookings come first.',
    needs: 'jobs.read',
    scope: {},
    input: z.object({
      search: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Part of a name, an email, a phone number, an address or a reference'),
      status: z.enum(jobStatuses).optional(),
      technicianId: z.string().max(100).optional().describe('From find_technicians'),
      customerId: z.string().max(100).optional(),
      from: moment.optional().describe('Visits from this moment on, such as 2026-03-02T00:00:00-07:00'),
      to: moment.optional().describe('Visits before this moment'),
      limit: limitField,
    }),
    output: z.object({ jobs: z.array(BriefJob), more: moreField }),
    run: async ({ deps, within }, { search, technicianId, limit, ...rest }) => {
      const filters = { q: search, workerId: technicianId, franchiseId: within, ...rest }
      const list = await listJobs(deps, { ...filters, limit, format: 'json' })
      const { rows, more } = await firstOf(list, limit)
      return { jobs: await briefJobs(deps, rows), more }
    },
  }),
  reading({
    name: 'get_job',
    title: 'Get a job',
    description:
      'Returns everything about one job: contact, address, price, payment, visit, notes and its whole timeline with who did what.',
    needs: 'jobs.read',
    scope: {},
    input: z.object({ job: jobField }),
    output: JobDetail,
    run: async (asking, { job }) => readJob(asking.deps, (await jobNamed(asking, job)).id),
  }),
  reading({
    name: 'whats_late',
    title: 'What is late',
    description:
      'Lists visits that should have started or ended by now, and overdue invoices if the key may read them. Start here when asked how the day is going.',
    needs: 'jobs.read',
    scope: {},
    input: z.object({}),
    output: z.object({
      now: z.iso.datetime(),
      notStarted: z.array(BriefJob).describe('The time has come, and the technician is not on the way'),
      onTheWay: z.array(BriefJob).describe('The technician is on the way, and the time has passed'),
      notFinished: z.array(BriefJob).describe('The visit should have ended by now'),
      overdueInvoices: z.array(Invoice).optional().describe('Sent, unpaid and past the due date'),
    }),
    run: async (asking) => {
      const { deps, caller, within } = asking
      const now = deps.clock.now()
      const begun = await visitsBefore(asking, 'in_progress', now)
      const brief = async (rows: JobRow[]) => briefJobs(deps, rows)
      const overdue = await listInvoices(deps, {
        state: 'overdue',
        franchiseId: within,
        limit: mostLate,
        format: 'json',
      })
      const mayRead = allows(caller, 'invoices.read')
      return {
        now: isoTime(now),
        notStarted: await brief(await visitsBefore(asking, 'scheduled', now)),
        onTheWay: await brief(await visitsBefore(asking, 'en_route', now)),
        notFinished: await brief(begun.filter(({ scheduledEnd }) => (scheduledEnd ?? now) < now)),
        ...(mayRead
          ? {
              overdueInvoices: (await firstOf(overdue, mostLate)).rows.map(({ invoice }) =>
                presentInvoice(invoice),
              ),
            }
          : {}),
      }
    },
  }),
]
