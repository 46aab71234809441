import { useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { Refusal } from '../../api/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { counted } from '../../words/numbers.ts'
import { connectionOf, type Typed } from '../../sources/request.ts'
import type { StoreType } from '../../sources/store-types.ts'

/** Asks a server for the names of its databases, and of the schemas of the database that is typed, and proposes them. */
export function Places({
  store,
  connectionId,
  typed,
  refused,
  refuse,
}: {
  store: StoreType
  connectionId: number | null
  typed: Typed
  refused: string | null
  /** Takes what is wrong with lines of the connection, to be said there; null: nothing is known to be. */
  refuse: (why: Refusal | null) => void
}) {
  const [databases, setDatabases] = useState<readonly string[]>([])
  const [schemas, setSchemas] = useState<readonly string[]>([])
  const [said, say] = useState('')
  const [problem, complain] = useState<string | null>(null)
  const asked = JSON.stringify({ ...connectionOf(store, typed), name: null, connectionId })
  // What was said was about another server, or another way into it.
  useEffect(() => {
    say('')
    complain(null)
  }, [asked])
  if (!store.place.some(({ member }) => member === 'database')) return null
  const catalog = typed['database'] ?? ''
  const hasSchemas = catalog !== '' && store.place.some(({ member }) => member === 'schema')
  const list = async () => {
    say('Asking the server …')
    complain(null)
    refuse(null)
    try {
      const found = await databasesOf(store, typed, connectionId)
      setDatabases(found)
      const inside = hasSchemas ? await schemasOf(store, typed, connectionId, catalog) : []
      setSchemas(inside)
      say(
        `The server has ${counted(found.length, 'database')}${hasSchemas ? `, and ${counted(inside.length, 'schema')} in ${catalog}` : ''}. They are proposed below.`,
      )
    } catch (error) {
      say('')
      if (error instanceof Refusal && error.members.length > 0) refuse(error)
      else complain(error instanceof Error ? error.message : 'The server was not asked.')
    }
  }
  return (
    <div className="row">
      <Button refused={refused} onClick={() => void list()}>
        List its databases
      </Button>
      <span role="status" className={problem === null ? '' : 'problem'}>
        {problem ?? said}
      </span>
      <Known id="known-database" names={databases} />
      <Known id="known-schema" names={schemas} />
    </div>
  )
}

async function databasesOf(store: StoreType, typed: Typed, id: number | null): Promise<string[]> {
  if (id === null) return ask('POST /api/connections/catalogs', { body: connectionOf(store, typed) })
  const places = await ask('GET /api/connections/{id}/catalogs', { path: { id } })
  return places.map(({ name }) => name)
}

async function schemasOf(store: StoreType, typed: Typed, id: number | null, catalog: string) {
  if (id === null)
    return ask('POST /api/connections/schemas', { query: { catalog }, body: connectionOf(store, typed) })
  const places = await ask('GET /api/connections/{id}/schemas', { path: { id }, query: { catalog } })
  return places.map(({ name }) => name)
}

function Known({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
