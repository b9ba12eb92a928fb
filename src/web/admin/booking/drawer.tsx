import '../shared/kit'
import { useLoad } from '../../client/hooks'
import { Drawer } from '../../components'
import { setAddress, useAddress } from '../address'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { BookingForm } from './form'

const close = () => setAddress({ book: null }, { step: true })

/** Books a job for a caller, above whatever is open. */
export default function BookingDrawer() {
  const id = useAddress().get('book')
  const load = useLoad(
    async (signal) => ({
      customer: id === 'new' || id === '' ? null : await api.admin.customers(id).get({ signal }),
    }),
    [id],
  )
  return (
    <Drawer title="Book a job" open={id !== ''} onClose={close}>
      <Loaded load={load}>
        {({ customer }) => <BookingForm key={id} first={customer} onClose={close} />}
      </Loaded>
    </Drawer>
  )
}
