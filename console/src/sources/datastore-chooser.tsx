import { useState } from 'react'
import type { DatastoreStub } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Chooser, ChooserOptions } from '../kit/chooser.tsx'

/** Names that are listed at once. */
const step = 100

/** One of the datastores, of which there may be hundreds: it is found by a part of its name. */
export function DatastoreChooser({
  label,
  problem = null,
  datastoreId,
  none,
  isOffered = () => true,
  choose,
}: {
  label: string
  problem?: string | null
  /** The one that is chosen; null: none is. */
  datastoreId: number | null
  /** What it means that none is chosen; left out: one has to be. */
  none?: string | undefined
  /** Which can be chosen (default: all). */
  isOffered?: (datastore: DatastoreStub) => boolean
  choose: (id: number | null) => void
}) {
  const { data, error } = useAnswer('GET /api/datastores/listing', {})
  const [length, setLength] = useState(step)
  const known = data?.find(({ id }) => id === datastoreId)?.name
  return (
    <Chooser
      label={label}
      problem={problem}
      chosen={datastoreId === null ? null : (known ?? (data ? String(datastoreId) : '…'))}
      none={none}
      choose={choose}
    >
      {(typed, list) => {
        const found = data?.filter((one) => isOffered(one) && hasPart(one.name, typed))
        return (
          <ChooserOptions
            list={list}
            found={{
              options: (found ?? []).slice(0, length).map(({ id, name }) => [id, name] as const),
              total: found?.length ?? null,
              more: () => setLength(length + step),
              error,
            }}
          />
        )
      }}
    </Chooser>
  )
}

function hasPart(name: string, part: string): boolean {
  return name.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase())
}
