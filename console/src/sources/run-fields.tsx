import type { ExportedAsset, TableType } from '../api/api.generated.ts'
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
  const { type } = filling.draft
  if (type === 'sync') return <SyncFields {...filling} />
  return (
    <>
      {!isOfContainer && <RunContainersChoice {...filling} />}
      {type !== 'export' && (
        <RunLine
          {...filling}
          member={type === 'materialize' ? 'max_records_per_partition' : 'max_records_analyzed_per_partition'}
          written="limit"
          label="Rows of a partition at most (empty: all)"
        />
      )}
      {type === 'scan' && <ScanFields {...filling} />}
      {type === 'profile' && <ProfileFields {...filling} />}
      {type === 'export' && <ExportFields {...filling} />}
      {(type === 'export' || type === 'materialize') && <MaskedValues {...filling} />}
    </>
  )
}

const assets: readonly (readonly [ExportedAsset, string])[] = [
  ['anomalies', 'anomalies'],
  ['checks', 'checks'],
  ['profiles', 'profiles of fields'],
]

/** What only an export takes. */
function ExportFields({ draft, put, problems }: RunFilling) {
  return (
    <>
      <Select
        label="What is written"
        value={draft.asset}
        problem={problems.get('asset_type') ?? null}
        onChange={({ target }) => put({ asset: target.value as ExportedAsset })}
        options={assets}
      />
      <Tick
        words={
          draft.asset === 'profiles'
            ? 'Also those of fields that are missing or excluded'
            : 'Also those that are archived'
        }
        isTicked={draft.hasDeleted}
        tick={(hasDeleted) => put({ hasDeleted })}
      />
    </>
  )
}

/** Whether masks are taken off what is written. */
function MaskedValues({ draft, put }: RunFilling) {
  return (
    <Tick
      words="Write the values of masked fields; the audit log says for whom"
      isTicked={draft.hasMasked}
      tick={(hasMasked) => put({ hasMasked })}
    />
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
