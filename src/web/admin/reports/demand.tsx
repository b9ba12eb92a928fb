import { download } from '../../client/download'
import { useLoad } from '../../client/hooks'
import { Button, Empty, Table } from '../../components'
import { formatDate } from '../../client/format'
import { api } from '../session'
import { Lazy } from '../shared/lazy'
import { Loaded } from '../shared/list'
import { useMe } from '../shell/me'

const loadMap = () => import('./demand-map')
const mostShown = 50

/** Where people would like us to come who are outside every service area. */
export function DemandCard() {
  const { may } = useMe()
  const load = useLoad(async (signal) => {
    const [demand, areas] = await Promise.all([
      api.admin.reports.demand.get({ signal }),
      api.admin.franchises.get({ query: { limit: 200, active: true }, signal }),
    ])
    return { ...demand, areas: areas.items }
  }, [])
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Demand outside your areas</h2>
        {may('customers.read') && (load.data?.total ?? 0) > 0 && (
          <Button
            size="small"
            onClick={() => void download(api.admin['area-requests'], 'area-requests.csv', { format: 'csv' })}
          >
            Export emails
          </Button>
        )}
      </div>
      <p class="soft small">
        People outside your service areas can leave their email on your home page and booking page. We keep it
        for a year.
      </p>
      <Loaded load={load}>
        {({ total, zips, areas }) =>
          total === 0 ? (
            <Empty title="No requests yet">The ZIP codes people ask for show up here.</Empty>
          ) : (
            <>
              <Lazy
                load={loadMap}
                trouble="We couldn't load the map."
                waiting={<div class="map" data-drawing="true" />}
              >
                {({ DemandMap }) => <DemandMap zips={zips} areas={areas} />}
              </Lazy>
              <Table
                caption="Requests by ZIP code"
                cards={false}
                rows={zips.slice(0, mostShown)}
                keyOf={({ zip }) => zip}
                columns={[
                  { head: 'ZIP code', cell: ({ zip }) => zip },
                  { head: 'Requests', end: true, cell: ({ requests }) => requests },
                  { head: 'Latest', cell: ({ latest }) => formatDate(latest) },
                ]}
              />
              {zips.length > mostShown && (
                <p class="soft small">
                  These are the {mostShown} with the most requests. The map shows more.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
