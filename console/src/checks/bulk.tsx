import type { BulkCheckChange, CheckStatus, Endpoints, QualityCheck } from '../api/api.generated.ts'
import { outdate, useAnswer } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { gather } from '../bulk/gather.ts'
import type { BulkKind } from '../bulk/kind.ts'
import { Select } from '../kit/fields.tsx'

/** What a check may become, in the words of a choice. */
const statuses = [
  ['Active', 'Active'],
  ['Draft', 'Draft'],
  ['Archived', 'archived: no longer needed'],
  ['Discarded', 'archived: never right'],
] as const satisfies readonly (readonly [CheckStatus, string])[]

/** Checks, of which status and tags are changed together; anomalies of those that are archived stay. */
export const manyChecks: BulkKind<QualityCheck, BulkCheckChange> = {
  one: 'check',
  many: 'checks',
  most: 1000,
  address: (id) => `/checks/${id}`,
  change: (body, options) => ask('POST /api/quality-checks/bulk', { body }, options),
  formerly: (check, { status, tags }) => ({
    ...(status !== undefined && { status: check.status }),
    ...(tags !== undefined && { tags: check.global_tags.map(({ name }) => name) }),
  }),
  refresh: () =>
    Promise.all(['quality-checks', 'containers', 'anomalies', 'overview'].map((noun) => outdate(noun))),
  Fields,
}

/** The checks that a list shows now. */
export function gatherChecks(
  query: Endpoints['GET /api/quality-checks']['query'],
  signal: AbortSignal,
): Promise<QualityCheck[]> {
  return gather(manyChecks.most, async (page) => {
    const { items, pages } = await ask(
      'GET /api/quality-checks',
      { query: { ...query, ...page } },
      { signal },
    )
    // Templates are listed only where they are asked for.
    return { items: items as QualityCheck[], pages }
  })
}

/** What is left alone is no member of the change. */
function Fields({ change, put }: { change: BulkCheckChange; put: (change: BulkCheckChange) => void }) {
  const tags = useAnswer('GET /api/global-tags/listing', {})
  const { status: _status, ...withoutStatus } = change
  const { tags: chosenTags, ...withoutTags } = change
  return (
    <div className="row">
      <Select
        label="Status"
        value={change.status ?? ''}
        options={[['', 'as it is'], ...statuses]}
        onChange={({ target }) => {
          const chosen = statuses.find(([one]) => one === target.value)?.[0]
          put(chosen === undefined ? withoutStatus : { ...change, status: chosen })
        }}
      />
      <Select
        label="Tag, in the place of all that they have"
        value={chosenTags == null ? '' : (chosenTags[0] ?? none)}
        options={[
          ['', 'as they are'],
          [none, 'no tag'],
          ...(tags.data ?? []).map(({ name }) => [name, name] as const),
        ]}
        reading={tags}
        onChange={({ target }) => {
          if (target.value === '') put(withoutTags)
          else put({ ...change, tags: target.value === none ? [] : [target.value] })
        }}
      />
    </div>
  )
}

/** Stands for no tag; the name of a tag has no slash. */
const none = '/'
