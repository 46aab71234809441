import { Select } from '../../kit/fields.tsx'
import { choicesOf, usePreference, type Preference } from '../../shell/preferences.ts'

const words: Record<Preference, string> = {
  theme: 'Theme',
  density: 'Height of rows',
  zone: 'Zone of times',
  letters: 'Letters as keys',
}

/** How the console looks to this person; the browser keeps it, and the service does not know. */
export function Looks() {
  return (
    <>
      <p>This browser keeps these choices; another one has its own.</p>
      <div className="row">
        {(['theme', 'density', 'zone', 'letters'] as const).map((name) => (
          <Choice key={name} name={name} />
        ))}
      </div>
    </>
  )
}

function Choice<Name extends Preference>({ name }: { name: Name }) {
  const [value, choose] = usePreference(name)
  const all: readonly (typeof value)[] = choicesOf(name)
  return (
    <Select
      label={words[name]}
      value={value}
      options={all.map((one) => [one, one] as const)}
      onChange={({ target }) => choose(all.find((one) => one === target.value) ?? value)}
    />
  )
}
