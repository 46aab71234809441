import { useNavigate } from '@tanstack/react-router'
import type { Self } from '../api/api.generated.ts'
import { signOut } from '../api/session.ts'
import { ChoiceItems, Menu, MenuItem } from '../kit/menu.tsx'
import { tell } from '../kit/toasts.tsx'
import { choicesOf, usePreference, type Preference } from './preferences.ts'

const words: Record<Preference, string> = { theme: 'Theme', density: 'Rows', zone: 'Times' }

/** Who is signed in, how the console looks to them, and the way out. */
export function PersonMenu({ me }: { me: Self }) {
  const navigate = useNavigate()
  const leave = async () => {
    try {
      await signOut()
      await navigate({ href: '/sign-in?left=1' })
    } catch (error) {
      tell(error instanceof Error ? error.message : 'You are still signed in.')
    }
  }
  return (
    <Menu label={<span className="cut person">{me.name ?? me.user_name}</span>}>
      <p className="menu-note">
        {me.user_name}, {me.role}
      </p>
      {(['theme', 'density', 'zone'] as const).map((name) => (
        <PreferenceItems key={name} name={name} />
      ))}
      <MenuItem act={() => void navigate({ to: '/tokens' as string })}>Your tokens</MenuItem>
      <MenuItem act={() => void leave()}>Sign out</MenuItem>
    </Menu>
  )
}

function PreferenceItems({ name }: { name: Preference }) {
  const [value, choose] = usePreference(name)
  return (
    <ChoiceItems title={words[name]} name={name} values={choicesOf(name)} value={value} choose={choose} />
  )
}
