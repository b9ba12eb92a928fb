import { CheckField } from '../../components'

interface TellProps {
  checked: boolean
  onCheck: (checked: boolean) => void
}

/** Every action says openly whether the customer hears of it. */
export const TellSwitch = (props: TellProps) => <CheckField label="Tell the customer" {...props} />
