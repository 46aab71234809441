import { Button } from '../../kit/button.tsx'
import { Choices } from '../../kit/choices.tsx'
import type { SettingsFilling } from './settings-fields.tsx'

/** The most groupings that a container can have. */
const most = 10

/** Whose groups a profile measures too: each grouping by one field or by several. */
export function Groupings({ draft, put, problems, fields }: SettingsFilling) {
  const { groupings } = draft
  const names = fields.filter(({ status }) => status === 'active').map(({ name }) => name)
  return (
    <>
      {groupings.map((chosen, place) => (
        // A grouping has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className="stack tight">
          <Choices
            title={`Grouping ${place + 1}: a profile also measures the rows that share`}
            options={[...new Set([...names, ...chosen])].map((name) => [name, name] as const)}
            chosen={chosen}
            choose={(keys) => put({ groupings: groupings.map((one, at) => (at === place ? keys : one)) })}
            problem={problems.get('group_by_fields') ?? null}
          />
          <div className="row">
            <Button
              kind="plain"
              onClick={() => put({ groupings: groupings.filter((_one, at) => at !== place) })}
            >
              Take grouping {place + 1} away
            </Button>
          </div>
        </div>
      ))}
      {groupings.length < most && (
        <div className="row">
          <Button onClick={() => put({ groupings: [...groupings, []] })}>Add a grouping for profiles</Button>
        </div>
      )}
    </>
  )
}
