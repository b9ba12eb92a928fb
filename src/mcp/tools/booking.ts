import { z } from 'zod'
import { formatUsd } from '../../lib/money'
import { unkeyed } from '../../http/idempotency'
import { voucherOf } from '../../modules/customers'
import { findFranchise } from '../../modules/franchises'
import { bookJob, JobInput, requireJob, type Job, type JobBooked } from '../../modules/jobs'
import { Availability, AvailabilityQuery, readAvailability } from '../../modules/scheduling'
import { rehearse } from '../rehearse'
import { changing, reading, type Asking } from '../tool'
import { BriefJob, briefJob } from './shared'

const dollars = (amount: number): string => formatUsd(Math.round(amount * 100))

/** Payments are named by the processor, never by an assistant. */
const BookInput = JobInput.omit({ paymentId: true, paymentStatus: true })

async function bookingWords({ deps }: Asking, job: Job): Promise<string> {
  const franchise =
    job.franchiseId === null ? undefined : await findFranchise(deps.store.read, job.franchiseId)
  const wish = [job.preferredDate, job.preferredTime].filter(Boolean).join(', ')
  return [
    `Book ${job.type} for ${job.customerName} at ${job.address}.`,
    wish === '' ? 'No preferred time.' : `Preferred: ${wish}.`,
    `Price ${dollars(job.price)}, with ${job.taxPercent}% tax ${dollars(job.total)}; nothing is charged now.`,
    franchise ? `${franchise.name} does the job.` : 'No franchise serves this address yet.',
    job.customerEmail === null
      ? 'No email address, so no confirmation.'
      : `${job.customerEmail} gets a confirmation.`,
  ].join(' ')
}

const originOf = ({ actor, caller }: Asking) => ({ source: 'hq' as const, actor, voucher: voucherOf(caller) })

export const bookingTools = [
  reading({
    name: 'free_windows',
    title: 'Find free arrival windows',
    description:
      'Returns the arrival windows that are free for an address and a service. Book one by passing its date and window to book_job as preferredDate and preferredTime.',
    needs: 'jobs.read',
    scope: 'shared',
    input: z.object({
      address: z.string().min(1).max(500).describe('With a ZIP code'),
      service: z.string().min(1).max(200).describe('A name from list_services'),
      from: z.iso.date().optional().describe('The first day; today if left out'),
      days: z.int().min(1).max(31).default(7),
      gutterLength: z.number().min(0).max(100_000).optional().describe('In feet, for gutter services'),
      stories: z.number().min(0).max(200).optional(),
    }),
    output: Availability,
    run: ({ deps }, input) => {
      const texts = Object.entries(input).map(([name, value]) => [name, String(value)])
      return readAvailability(deps, AvailabilityQuery.parse(Object.fromEntries(texts)))
    },
  }),
  changing({
    name: 'book_job',
    title: 'Book a job',
    description:
      'Books a job for a customer at the price you name, without charging anything. Ask list_services for the service and its price, and free_windows for times.',
    needs: 'jobs.write',
    scope: { franchiseId: 'body' },
    input: BookInput,
    result: z.object({ job: BriefJob }),
    preview: async (asking, input) => {
      const booked = await rehearse(asking.deps, (trial) => bookJob(trial, input, originOf(asking), unkeyed))
      return bookingWords(asking, (booked as JobBooked).job)
    },
    apply: (asking, input, once) => bookJob(asking.deps, input, originOf(asking), once),
    present: async ({ deps }, { job }) => {
      const brief = await briefJob(deps, await requireJob(deps.store.read, job.id))
      return { summary: `Booked as ${brief.reference}.`, result: { job: brief } }
    },
  }),
]
