import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Team } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { PeopleTabs } from '../../people/people-tabs.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { teamOfAll } from '../../people/team-of-all.ts'
import { TeamForm } from './team-form.tsx'

/** How many teams a page shows. */
const size = 50

/** Which people may do what with which datastores. */
export default function Teams() {
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const { one, change } = useAddress()
  const page = pageNumber(one('page'))
  const notManager = useRoleRefusal('Manager')
  const notAdmin = useRoleRefusal('Admin')
  const { data, error, refetch } = useAnswer(
    'GET /api/teams',
    { query: { page, size, sort_name: 'asc' } },
    { enabled: notManager === null, keep: true },
  )
  return (
    <div className="stack">
      <title>Teams · Assay</title>
      <h1>Teams</h1>
      <PeopleTabs open="teams" />
      <p>
        The members of a team have its permission on its datastores. With several teams the highest counts.
      </p>
      <div className="row">
        <Button kind="primary" refused={notAdmin} onClick={() => setEdited('new')}>
          New team
        </Button>
      </div>
      {notManager !== null && <Refused why={notManager} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.total === 0 && <Empty title="There is no team yet" />}
      {data && data.total > 0 && (
        <PlainTable
          label="Teams"
          heads={['Team', 'Permission', 'Members', 'Datastores', 'Act']}
          keys={data.items.map(({ id }) => id)}
          rows={data.items.map((team) => [
            ...cellsOf(team),
            <Change key="act" team={team} refused={notAdmin} change={setEdited} />,
          ])}
        />
      )}
      {data && (
        <Pages
          {...data}
          page={page}
          one="team"
          ways={['Previous', 'Next']}
          go={(next) => change({ page: String(next) })}
        />
      )}
      <Dialog
        title={edited === null || edited === 'new' ? 'New team' : edited.name}
        isOpen={edited !== null}
        close={() => setEdited(null)}
      >
        <TeamForm team={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      </Dialog>
    </div>
  )
}

function Change({
  team,
  refused,
  change,
}: {
  team: Team
  refused: string | null
  change: (team: Team) => void
}) {
  return (
    <Button refused={refused} aria-label={`Change ${team.name}`} onClick={() => change(team)}>
      Change
    </Button>
  )
}

function Refused({ why }: { why: string }) {
  return (
    <Empty title="You may not see the teams">
      <p>{why}</p>
    </Empty>
  )
}

function membersOf(team: string, users: Team['users']): string {
  if (team === teamOfAll) return 'everybody'
  return users.map(({ user_name, name }) => name ?? user_name).join(', ') || '—'
}

function cellsOf({ name, description, permission, users, datastores }: Team) {
  return [
    <span key="name">
      {name} <span className="muted">{description}</span>
    </span>,
    permission,
    membersOf(name, users),
    datastores.length === 0
      ? '—'
      : datastores.map(({ id, name: called }) => (
          <div key={id}>
            <Link to={`/datastores/${id}` as string}>{called}</Link>
          </div>
        )),
  ]
}
