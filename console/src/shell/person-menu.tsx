import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Self } from '../api/api.generated.ts'
import { signOut } from '../api/session.ts'
import { forgetSeen } from '../commands/seen.ts'
import { UnsavedQuestion } from '../kit/leaving.tsx'
import { ChoiceItems, Menu, MenuItem } from '../kit/menu.tsx'
import { tell } from '../kit/toasts.tsx'
import type { UnsavedForms } from '../kit/unsaved-input.ts'
import { forgetOpenedList } from '../tables/opened-list.ts'
import { choicesOf, usePreference, type Preference } from './preferences.ts'

const words: Record<Preference, string> = {
  theme: 'Theme',
  density: 'Rows',
  zone: 'Times',
  letters: 'Letters as keys',
}

/** Who is signed in, how the console looks to them, and the way out. `unsaved`: what is written on the page and would be lost by it. */
export function PersonMenu({ me, unsaved }: { me: Self; unsaved: UnsavedForms }) {
  const navigate = useNavigate()
  const isUnsaved = unsaved.use().size > 0
  const [isAsking, ask] = useState(false)
  const leave = async () => {
    try {
      await signOut()
      // Whoever signs out was asked before: with the session gone there is nothing to stay for.
      await navigate({ href: '/sign-in?left=1', ignoreBlocker: true })
      forgetSeen(me.id)
      forgetOpenedList()
    } catch (error) {
      tell(error instanceof Error ? error.message : 'You are still signed in.')
    }
  }
  return (
    <>
      <Menu label={<span className="cut person">{me.name ?? me.user_name}</span>}>
        <p className="menu-note">
          {me.user_name}, {me.role}
        </p>
        {(['theme', 'density', 'zone', 'letters'] as const).map((name) => (
          <PreferenceItems key={name} name={name} />
        ))}
        <MenuItem act={() => void navigate({ to: '/tokens' as string })}>Your tokens</MenuItem>
        <MenuItem act={() => (isUnsaved ? ask(true) : void leave())}>Sign out</MenuItem>
      </Menu>
      <UnsavedQuestion
        act="Leave"
        isOpen={isAsking}
        stay={() => ask(false)}
        lose={() => {
          ask(false)
          void leave()
        }}
      />
    </>
  )
}

function PreferenceItems({ name }: { name: Preference }) {
  const [value, choose] = usePreference(name)
  return (
    <ChoiceItems title={words[name]} name={name} values={choicesOf(name)} value={value} choose={choose} />
  )
}
