import type { User } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { SearchField } from '../../kit/fields.tsx'
import { Pages, pageNumber } from '../../kit/pages.tsx'
import { mayOfPermission } from '../../people/levels.ts'
import { PeopleTabs } from '../../people/people-tabs.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { counted } from '../../words/numbers.ts'
import { RowOf } from './row-of.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import '../../kit/plain-table.css'
import './rights.css'

/** Most datastores beside each other; more could not be read. */
const most = 24

/** Who may do what with which datastore, over all teams, as it counts. */
export default function Rights() {
  const refused = useRoleRefusal('Manager')
  return (
    <div className="stack">
      <title>Rights · Assay</title>
      <h1>Rights</h1>
      <PeopleTabs open="rights" />
      {refused === null ? (
        <Matrix />
      ) : (
        <Empty title="You may not see who may do what">
          <p>{refused}</p>
        </Empty>
      )}
    </div>
  )
}

function Matrix() {
  const { one, change } = useAddress()
  const [name, place, page] = [one('name') ?? '', one('datastore') ?? '', pageNumber(one('page'))]
  const people = useAnswer(
    'GET /api/users',
    { query: { size: 20, page, ...(name !== '' && { name }) } },
    { keep: true },
  )
  const datastores = useAnswer('GET /api/datastores/listing', {})
  const unread = [people, datastores].find(({ data, error }) => error !== null && data === undefined)
  if (unread?.error) return <Failure error={unread.error} retry={() => void unread.refetch()} />
  if (!people.data || !datastores.data) return <p className="muted">Asking the service …</p>
  const wanted = datastores.data.filter((one) => one.name.toLowerCase().includes(place.toLowerCase()))
  const put = (members: Record<string, string>) => change({ ...members, page: undefined }, { replace: true })
  return (
    <>
      <div className="row" role="search">
        <SearchField label="Name or address" value={name} change={(text) => put({ name: text })} />
        <SearchField label="Datastores called" value={place} change={(text) => put({ datastore: text })} />
      </div>
      <Levels />
      {wanted.length > most && (
        <p>
          The first {most} of {counted(wanted.length, 'datastore')}; search for the others.
        </p>
      )}
      {people.data.total === 0 && <Empty title="Nobody is called so" />}
      {wanted.length === 0 && (
        <OnceConnected>
          <Empty title="There is no such datastore" />
        </OnceConnected>
      )}
      {people.data.total > 0 && wanted.length > 0 && (
        <Table people={people.data.items} datastores={wanted.slice(0, most)} />
      )}
      <Pages
        ways={['Previous', 'Next']}
        page={page}
        pages={people.data.pages}
        total={people.data.total}
        one="person"
        many="people"
        go={(next) => change({ page: String(next) })}
      />
    </>
  )
}

function Levels() {
  return (
    <details>
      <summary>What the words mean</summary>
      <ul className="levels">
        {Object.entries(mayOfPermission).map(([permission, sentence]) => (
          <li key={permission}>
            <b>{permission}</b> {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Table({
  people,
  datastores,
}: {
  people: readonly User[]
  datastores: readonly { id: number; name: string }[]
}) {
  return (
    <div className="plain-table matrix" tabIndex={0} role="group" aria-label="Rights by person and datastore">
      <table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            {datastores.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi title={name}>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((user) => (
            <RowOf key={user.id} user={user} datastores={datastores} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
