import type { TableType } from '../api/api.generated.ts'
import { Select } from '../kit/fields.tsx'
import { Tick } from '../kit/tick.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { RunContainersChoice } from './run-containers-choice.tsx'
import type { RunDraft } from './run-draft.ts'
import { RunLine } from './run-line.tsx'
import { ScanFields } from './scan-fields.tsx'

/** The settings of a run as they are written, how they change, and what the service found wrong with members of the request. */
export interface RunFilling {
  datastoreId: number
  draft: RunDraft
  put: (change: Partial<RunDraft>) => void
  problems: ReadonlyMap<string, string>
}

/** The settings of a run of its kind. `isOfContainer`: it works on one table or file, and there is nothing to choose. */
export function RunFields({ isOfContainer, ...filling }: RunFilling & { isOfContainer: boolean }) {
  if (filling.draft.type === 'sync') return <SyncFields {...filling} />
  return (
    <>
      {!isOfContainer && <RunContainersChoice {...filling} />}
      <RunLine
        {...filling}
        member="max_records_analyzed_per_partition"
        written="limit"
        label="Rows of a partition at most (empty: all)"
      />
      {filling.draft.type === 'scan' ? <ScanFields {...filling} /> : <ProfileFields {...filling} />}
    </>
  )
}

const included: readonly (readonly [TableType | '', string])[] = [
  ['', 'tables and views'],
  ['table', 'tables only'],
  ['view', 'views only'],
]

/** What only a sync takes. */
function SyncFields({ draft, put, problems }: RunFilling) {
  return (
    <>
      <Select
        label="Found in a database"
        value={draft.include}
        problem={problems.get('include') ?? null}
        onChange={({ target }) => put({ include: target.value as TableType | '' })}
        options={included}
      />
      <Tick
        words="Remove what is gone from the source, with all that is known of it"
        isTicked={draft.prunes}
        tick={(prunes) => put({ prunes })}
      />
      <Tick
        words="Find again what was removed by hand"
        isTicked={draft.recreates}
        tick={(recreates) => put({ recreates })}
      />
    </>
  )
}
