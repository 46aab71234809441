import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { DatastoreCreation } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import type { Refusal } from '../../api/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { MayNot } from '../../kit/may-not.tsx'
import { Tick } from '../../kit/tick.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { ConnectionPart } from './connection-part.tsx'
import { ReadableFolders } from './folders.tsx'
import { Lines, type Filling } from '../../sources/lines.tsx'
import { awaitsName, creationOf, proposedName, type Typed } from '../../sources/request.ts'
import { storeTypeOf, storeTypes, type StoreType } from '../../sources/store-types.ts'
import { Places } from './places.tsx'
import { placedProblems } from './placed-problems.ts'
import { Trial } from './trial.tsx'
import './new-datastore.css'

/** From nothing to a first sync. The type and the connection are in the address, what is typed is not: it may be secret. */
export default function NewDatastore() {
  const { one, change } = useAddress()
  const store = storeTypeOf(one('type'))
  const connection = one('connection')
  const refused = useRoleRefusal('Manager')
  return (
    <div className="stack new-datastore">
      <title>Add a datastore · Assay</title>
      <h1>Add a datastore</h1>
      <p className="muted">
        A folder of files, or a schema of a database. The service only reads it. A sync then lists what is in
        it.
      </p>
      <MayNot why={refused} />
      <Select
        label="Type"
        value={store.type}
        onChange={({ target }) => change({ type: target.value, connection: undefined })}
        options={storeTypes.map(({ type, word }) => [type, word] as const)}
      />
      <Form
        key={store.type}
        store={store}
        connectionId={connection === undefined ? null : Number(connection)}
      />
    </div>
  )
}

function Form({ store, connectionId }: { store: StoreType; connectionId: number | null }) {
  const [typed, setTyped] = useState<Typed>({})
  const [team, setTeam] = useState('')
  const me = useAnswer('GET /api/users/me', {}).data
  const refused = useRoleRefusal('Manager')
  const [isForResults, setForResults] = useState(false)
  const body = {
    ...creationOf(store, withName(typed), connectionId),
    ...(team !== '' && { teams: [team] }),
    ...(isForResults && { enrichment_only: true }),
  }
  // Without a team only Admins can look at it.
  const { create, trial, forget, add, tryIt } = useAttempts(body, me?.role === 'Admin' || team !== '')
  const [unlisted, setUnlisted] = useState<Refusal | null>(null)
  const latest = create.error ?? trial.error
  const { problems, isPlaced } = placedProblems(store, typed, connectionId, latest, unlisted)
  const form = useWrongInSight(isPlaced ? (latest ?? unlisted) : null)
  const put = (member: string, value: string) => {
    setTyped((before) => ({ ...before, [member]: value }))
    forget()
    setUnlisted(null)
  }
  return (
    <EntryForm
      ref={form}
      className="stack"
      written={[Object.entries(typed).filter(([, text]) => text !== ''), team, isForResults]}
      submit={() => {
        if (refused === null && !create.isPending) add()
      }}
    >
      <Name {...{ typed, put, problems }} isRequired={!awaitsName(store, typed, connectionId)} />
      <ConnectionPart store={store} connectionId={connectionId} {...{ typed, put, problems }} />
      <Places {...{ store, connectionId, typed, refused }} refuse={setUnlisted} />
      <Lines lines={store.place} {...{ typed, put, problems }} />
      <ReadableFolders store={store} />
      <TeamChoice
        team={team}
        teams={me?.teams ?? []}
        problem={problems.get('teams') ?? null}
        choose={setTeam}
      />
      <Tick
        words="It only receives results of other datastores, and is not scanned"
        isTicked={isForResults}
        tick={setForResults}
      />
      <Acts
        words={isForResults ? 'Add' : 'Add and sync'}
        refused={refused}
        {...{ create, trial }}
        tryIt={() => {
          if (form.current?.reportValidity()) tryIt()
        }}
      />
      {latest && !isPlaced && <Failure error={latest} />}
    </EntryForm>
  )
}

/** What it is called: as its place is, unless something else is typed. Not required: that place is still to be filled in itself. */
function Name({ typed, put, problems, isRequired }: Filling & { isRequired: boolean }) {
  const proposed = proposedName(typed)
  return (
    <TextField
      label="Name"
      required={isRequired && proposed === ''}
      placeholder={proposed}
      value={typed['name'] ?? ''}
      problem={problems.get('name') ?? null}
      onChange={({ target }) => put('name', target.value)}
    />
  )
}

function withName(typed: Typed): Typed {
  return { ...typed, name: (typed['name'] ?? '').trim() || proposedName(typed) }
}

/** The ends of the form: the datastore is added, or only tried. */
function Acts({
  words,
  refused,
  create,
  trial,
  tryIt,
}: Pick<ReturnType<typeof useAttempts>, 'create' | 'trial' | 'tryIt'> & {
  words: string
  refused: string | null
}) {
  return (
    <div className="row">
      <Button kind="primary" type="submit" refused={refused} disabled={create.isPending}>
        {words}
      </Button>
      <Button refused={refused} disabled={trial.isPending} onClick={tryIt}>
        Test
      </Button>
      <Trial isPending={trial.isPending || create.isPending} isGood={trial.isSuccess} />
    </div>
  )
}

/** The form, whose first wrong line comes into sight and has the focus when something is refused that stands at its lines; null: nothing is. */
function useWrongInSight(refused: Refusal | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  return form
}

/** The two requests of the form, a trial and the real one; `isSeen`: the person may look at what is made. */
function useAttempts(body: DatastoreCreation, isSeen: boolean) {
  const create = useChange('POST /api/datastores')
  const trial = useChange('POST /api/datastores/connection')
  const navigate = useNavigate()
  // What was found wrong, or right, was about what stood there before.
  const forget = () => {
    create.reset()
    trial.reset()
  }
  const tryIt = () => {
    create.reset()
    trial.mutate({ body })
  }
  const add = () => {
    trial.reset()
    create.mutate(
      { body: { ...body, ...(!body.enrichment_only && { trigger_sync: true }) } },
      {
        onSuccess: ({ id, name }) => {
          tell(body.enrichment_only ? `${name} is added.` : `${name} is added; its first sync has started.`)
          void navigate({ to: isSeen ? `/datastores/${id}` : '/datastores', ignoreBlocker: true })
        },
      },
    )
  }
  return { create, trial, forget, add, tryIt }
}

/** The one of the person's teams that gets the datastore. */
function TeamChoice({
  team,
  teams,
  problem,
  choose,
}: {
  team: string
  teams: readonly string[]
  problem: string | null
  choose: (team: string) => void
}) {
  return (
    <Select
      label="Team that may use it"
      value={team}
      problem={problem}
      onChange={({ target }) => choose(target.value)}
      options={[['', 'none yet: only Admins see it'], ...teams.map((name) => [name, name] as const)]}
    />
  )
}
