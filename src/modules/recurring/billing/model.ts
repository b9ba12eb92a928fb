import { z } from 'zod'
import { scheduleStatuses } from '../../../../db/schema/recurring'
import {
  email,
  idOf,
  intervalMonths,
  intervalWeeks,
  isoDate,
  localDate,
  money,
  requiredId,
  searchText,
  textOf,
} from '../../../http/fields'
import { pageQuery } from '../../../http/listing'
import { Invoice } from '../../invoices'
import { SavedCard } from '../../payments'

export const ScheduleInput = z.object({
  recurringScheduleId: requiredId(200).describe(
    'The id of the job template or plan to bill, or an id of your own',
  ),
  franchiseId: idOf(200).nullish(),
  customerId: requiredId(200),
  customerName: textOf(200),
  customerEmail: email.optional(),
  serviceType: textOf(200),
  intervalMonths,
  intervalWeeks: intervalWeeks.optional(),
  price: money,
  autoCharge: z.boolean().default(false),
  paymentsCustomerId: z
    .string()
    .max(200)
    .nullish()
    .describe("The processor's id for the customer whose stored card is charged"),
  nextBillingDate: isoDate
    .nullish()
    .describe(
      'The first billing, which also sets the day of the month or the weekday; defaults to one interval from now',
    ),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

export const scheduleExample = {
  recurringScheduleId: 'plan-rivera',
  customerId: 'customer-rivera',
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  serviceType: 'Gutter cleaning',
  intervalMonths: 3,
  price: 189.5,
  autoCharge: true,
  paymentsCustomerId: 'cus_rivera',
  nextBillingDate: '2026-03-31',
}

/** The stored row: camelCase, money in dollars, times as ISO strings. */
export const Schedule = z.object({
  id: z.string(),
  recurringScheduleId: z.string(),
  franchiseId: z.string().nullable(),
  customerId: z.string(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  serviceType: z.string(),
  intervalMonths,
  intervalWeeks,
  price: z.number(),
  autoCharge: z.boolean(),
  paymentsCustomerId: z.string().nullable(),
  nextBillingDate: localDate.describe('The first period not billed yet'),
  anchorDate: localDate.describe(
    'Sets the day of the month, or the weekday; in shorter months, the last day',
  ),
  status: z.enum(scheduleStatuses),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Schedule = z.infer<typeof Schedule>

export const ScheduleQuery = z.object({
  franchiseId: idOf(200).optional(),
  active: z.enum(['true', 'false']).meta({ type: 'boolean', enum: undefined }).optional(),
})
export type ScheduleQuery = z.infer<typeof ScheduleQuery>

export const CountedSchedules = z.object({ schedules: z.array(Schedule), count: z.int() })
export const ScheduleAdded = z.object({ schedule: Schedule, message: z.string() })
export type ScheduleAdded = z.infer<typeof ScheduleAdded>

export const AdminScheduleQuery = z.object({
  ...pageQuery,
  status: z.enum(scheduleStatuses).optional(),
  franchiseId: idOf(200).optional(),
  customerId: idOf(200).optional(),
  q: searchText.optional().describe("Part of the customer's name or email, or of the service"),
})
export type AdminScheduleQuery = z.infer<typeof AdminScheduleQuery>

export const ScheduleChange = z
  .object({
    price: money.describe('Applies from the next billing'),
    status: z.enum(scheduleStatuses).describe('Pause, resume or end it; periods during a pause are skipped'),
    autoCharge: z.boolean(),
    paymentsCustomerId: z.string().min(1).max(200).nullable(),
    customerId: requiredId(200),
    customerName: textOf(200),
    customerEmail: email.nullable(),
    franchiseId: requiredId(200).nullable().describe('Applies from the next billing'),
  })
  .partial()
export type ScheduleChange = z.infer<typeof ScheduleChange>

export const Charge = z.object({
  id: z.string().describe('The idempotency key sent to the processor'),
  period: localDate,
  attempt: z.int(),
  state: z.enum(['intended', 'done', 'refused', 'dropped']),
  amount: z.number().nullable(),
  dueAt: z.iso.datetime(),
  paymentId: z.string().nullable(),
  refusal: z.string().nullable(),
  doneAt: z.iso.datetime().nullable(),
})
export type Charge = z.infer<typeof Charge>

export const ScheduleDetail = z.object({
  schedule: Schedule,
  customerKnown: z.boolean().describe('Whether its customer is one of ours'),
  card: SavedCard.nullable().describe('The card its customer saved, if any'),
  upcoming: z.array(localDate).describe('The next 12 dates; empty while paused or after the end'),
  invoices: z.array(Invoice).describe('The latest 24'),
  charges: z.array(Charge).describe('The latest 24 attempts'),
})
export type ScheduleDetail = z.infer<typeof ScheduleDetail>
