import { useState } from 'preact/hooks'
import { Choice, Choices, TextField } from '../../components'
import type { BoundText } from '../shared/form'

interface SavedAddressesProps {
  addresses: string[]
  value: string
  text: BoundText
  onChoose: (address: string) => void
}

/** The addresses we know of a customer, and room for another. */
export function SavedAddresses({ addresses, value, text, onChoose }: SavedAddressesProps) {
  const [isOther, setIsOther] = useState(false)
  return (
    <>
      <Choices legend="Address">
        {addresses.map((address) => (
          <Choice
            key={address}
            name="saved-address"
            value={address}
            label={address}
            checked={!isOther && address === value}
            onChoose={() => {
              setIsOther(false)
              onChoose(address)
            }}
          />
        ))}
        <Choice
          name="saved-address"
          value="another"
          label="Another address"
          checked={isOther}
          onChoose={() => setIsOther(true)}
        />
      </Choices>
      {isOther && <TextField label="Address" autocomplete="off" {...text} />}
    </>
  )
}
