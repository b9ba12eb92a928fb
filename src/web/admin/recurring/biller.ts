import type { Option } from '../../components'
import type { Directory } from '../shell/directory'

const headquarters = 'headquarters'

/** Who bills, as a choice that somebody makes: tax and address of the invoices follow from it. */
export const billerOptions = ({ franchises }: Directory): Option[] => [
  { value: headquarters, label: 'Headquarters' },
  ...franchises.map(({ id, name }) => ({ value: id, label: name })),
]

export const billerOf = (franchiseId: string | null): string => franchiseId ?? headquarters

export const franchiseOf = (biller: string): string | null => (biller === headquarters ? null : biller)
