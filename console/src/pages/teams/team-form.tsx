import type { Team, TeamInput, TeamPermission } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { problemsAt } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Button } from '../../kit/button.tsx'
import { Choices } from '../../kit/choices.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { teamOfAll } from '../../people/team-of-all.ts'
import { tell } from '../../kit/toasts.tsx'
import { DeleteTeam } from './delete-team.tsx'

const permissions: readonly TeamPermission[] = ['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor']

type Draft = Pick<TeamInput, 'name' | 'permission'> & Record<'user_ids' | 'datastore_ids', number[]>

const blank: Draft = { name: '', permission: 'Viewer', user_ids: [], datastore_ids: [] }

function draftOf({ name, permission, users, datastores }: Team): Draft {
  return {
    name,
    permission,
    user_ids: users.map(({ id }) => id),
    datastore_ids: datastores.map(({ id }) => id),
  }
}

/** A team's name, permission, members and datastores; null makes a new one. */
export function TeamForm({ team, close }: { team: Team | null; close: () => void }) {
  const form = useFollowedForm({
    name: 'GET /api/teams/{id}',
    given: { path: { id: team?.id ?? 0 } },
    known: team,
    draftOf,
    start: team === null ? blank : draftOf(team),
  })
  const { draft } = form
  const { save, error, isPending, forget } = useTeamChanges(team, close)
  const { problems, isTold } = problemsAt(error, ['name'])
  const put = (members: Partial<Draft>) => {
    form.put(members)
    // What was found wrong was about what stood there before.
    forget()
  }
  return (
    <FollowedEntry form={form} what="team" save={() => save(draft)}>
      <TextField
        label="Name of the team"
        required
        value={draft.name}
        problem={problems.get('name') ?? null}
        onChange={({ target }) => put({ name: target.value })}
      />
      <Select
        label="Permission"
        value={draft.permission}
        options={permissions.map((one) => [one, one] as const)}
        onChange={({ target }) =>
          put({ permission: permissions.find((one) => one === target.value) ?? draft.permission })
        }
      />
      <Belonging team={team} draft={draft} put={put} />
      {error && !isTold && <Failure error={error} />}
      <div className="row">
        <Button kind="primary" type="submit" disabled={isPending}>
          {team ? 'Save' : 'Make the team'}
        </Button>
        {team && team.name !== teamOfAll && <DeleteTeam team={team} close={close} />}
      </div>
    </FollowedEntry>
  )
}

/** Who is in the team, and what its permission is for. */
function Belonging({
  team,
  draft,
  put,
}: {
  team: Team | null
  draft: Draft
  put: (members: Partial<Draft>) => void
}) {
  const people = useAnswer('GET /api/users', { query: { size: 1000 } })
  const datastores = useAnswer('GET /api/datastores/listing', {})
  const unread = [people, datastores].find(({ data, error }) => error !== null && data === undefined)
  if (unread?.error) return <Failure error={unread.error} retry={() => void unread.refetch()} />
  return (
    <>
      {team?.name === teamOfAll ? (
        <p>Everybody is a member.</p>
      ) : (
        <Choices
          title="Members"
          options={withKept(
            team?.users.map(({ id, user_name }) => [id, user_name]),
            people.data?.items.map(({ id, user_name }) => [id, user_name]),
          )}
          chosen={draft.user_ids}
          choose={(user_ids) => put({ user_ids })}
        />
      )}
      <Choices
        title="Datastores"
        options={withKept(
          team?.datastores.map(({ id, name }) => [id, name]),
          datastores.data?.map(({ id, name }) => [id, name]),
        )}
        chosen={draft.datastore_ids}
        choose={(datastore_ids) => put({ datastore_ids })}
      />
    </>
  )
}

type Option = readonly [id: number, name: string]

/** All options by name, with those that the team has and the first hundred leave out. */
function withKept(kept: readonly Option[] = [], all: readonly Option[] = []): Option[] {
  return [...new Map([...kept, ...all])].toSorted(([, a], [, b]) => a.localeCompare(b))
}

function useTeamChanges(team: Team | null, close: () => void) {
  const make = useChange('POST /api/teams')
  const change = useChange('PUT /api/teams/{id}')
  const then = (sentence: string) => ({
    onSuccess() {
      close()
      tell(sentence)
    },
  })
  return {
    error: make.error ?? change.error,
    isPending: make.isPending || change.isPending,
    forget() {
      make.reset()
      change.reset()
    },
    save(body: TeamInput) {
      if (team) change.mutate({ path: { id: team.id }, body }, then(`${body.name} is changed.`))
      else make.mutate({ body }, then(`${body.name} is a team now.`))
    },
  }
}
