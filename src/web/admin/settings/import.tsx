import { ButtonLink } from '../../components'
import { linkTo } from '../address'

/** People look for it here. The page itself is a tab of its own, because an import takes several steps. */
export function ImportFromElsewhere() {
  return (
    <section class="card stack">
      <p>
        Bring your customers and jobs along from Jobber, Housecall Pro, a spreadsheet or your phone's
        contacts. You see everything before it comes in, and you can undo it.
      </p>
      <div>
        <ButtonLink kind="primary" href={linkTo('import')}>
          Import a file
        </ButtonLink>
      </div>
    </section>
  )
}
