import type { FieldProfile } from '../../api/api.generated.ts'
import { Select } from '../../kit/fields.tsx'
import { usePreference } from '../../shell/preferences.ts'
import { useAddress } from '../../shell/search.ts'
import { absolute } from '../../words/times.ts'

/** Which profile is shown, and which it is compared with. */
export function ProfileChoice({
  profiles,
  shown,
  against,
}: {
  profiles: readonly FieldProfile[]
  shown: number | undefined
  against: number | null
}) {
  const { change } = useAddress()
  const [zone] = usePreference('zone')
  const options = profiles.map(
    ({ id, created, partition }) =>
      [String(id), [absolute(created, zone), partition].filter(Boolean).join(', ')] as const,
  )
  return (
    <div className="row">
      <Select
        label="Profile"
        value={shown ?? ''}
        options={options}
        onChange={({ target }) => change({ profile: target.value })}
      />
      <Select
        label="Compared with"
        value={against ?? ''}
        options={[['', 'nothing'], ...options.filter(([id]) => id !== String(shown))]}
        onChange={({ target }) => change({ against: target.value || undefined })}
      />
    </div>
  )
}
