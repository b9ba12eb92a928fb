import type { FoundCustomer } from '../../../modules/customers'
import type { Job } from '../../../modules/jobs'
import { formatPhone } from '../../client/format'

/** Parts of the next booking that a customer's jobs suggest. */
export interface Known {
  addresses: string[]
  /** The last job of each service, newest first. */
  services: Job[]
}

const mostAddresses = 5
const mostServices = 3

export function knownFrom(addresses: readonly { address: string }[], jobs: readonly Job[]): Known {
  const services = new Map<string, Job>()
  for (const job of jobs) if (!services.has(job.type)) services.set(job.type, job)
  return {
    addresses: addresses.slice(0, mostAddresses).map(({ address }) => address),
    services: [...services.values()].slice(0, mostServices),
  }
}

type Contact = Pick<FoundCustomer, 'phone' | 'email'>

export const contactParts = ({ phone, email }: Contact): (string | null)[] => [
  phone && formatPhone(phone),
  email,
]

export const contactText = (customer: Contact): string => contactParts(customer).filter(Boolean).join(' · ')
