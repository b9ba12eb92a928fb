import '../shared/kit'
import { ButtonLink, Empty } from '../../components'
import { linkTo, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'

/** For an address that was typed by hand or is out of date. */
export default function UnknownPage() {
  const name = useAddress().get('tab')
  return (
    <TabPage title="Page not found">
      <Empty
        title={`There's no page called “${name.slice(0, 40)}”`}
        action={<ButtonLink href={linkTo('today')}>Go to Today</ButtonLink>}
      >
        Choose a page from the menu, or search for what you need.
      </Empty>
    </TabPage>
  )
}
