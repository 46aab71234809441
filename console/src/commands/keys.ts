import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { undoLast } from '../kit/toasts.tsx'
import { preferenceOf } from '../shell/preferences.ts'
import { placeOf } from '../shell/search.ts'
import { neighboursOf } from '../tables/opened-list.ts'
import { copyAsCurl } from './copy-as-curl.ts'

/** Pages that `g` and a letter lead to. */
export const places = [
  { letter: 'o', word: 'Overview', to: '/overview' },
  { letter: 'a', word: 'Anomalies', to: '/anomalies' },
  { letter: 'c', word: 'Checks', to: '/checks' },
  { letter: 'd', word: 'Datastores', to: '/datastores' },
  { letter: 'r', word: 'Runs', to: '/runs' },
  { letter: 'v', word: 'Observability', to: '/observability' },
  { letter: 's', word: 'Schedules', to: '/schedules' },
  { letter: 'm', word: 'Promote', to: '/promote' },
  { letter: 'f', word: 'Flows', to: '/flows' },
  { letter: 'i', word: 'Inbox', to: '/inbox' },
  { letter: 'p', word: 'People', to: '/people' },
  { letter: 'e', word: 'Settings', to: '/settings' },
  { letter: 't', word: 'Your tokens', to: '/tokens' },
] as const

/** What the sheet of keys shows, by where the keys work. */
export const keys: Record<string, readonly (readonly [key: string, does: string])[]> = {
  'On every page': [
    ['Ctrl K', 'search and commands'],
    ['?', 'this sheet'],
    ['Ctrl Z', 'undo what was just done'],
    ['Shift Y', 'copy what this page asks as curl'],
    ['[, ]', 'on what was opened from a list: the one before it there, the one after it'],
    ...places.map(({ letter, word }) => [`g ${letter}`, word] as const),
  ],
  'In lists': [
    ['j, k, ↓, ↑', 'move'],
    ['Enter', 'open'],
    ['Home, End', 'go to the ends'],
    ['Enter, →, ← on a group', 'show its rows, put them away'],
    ['o on a group', 'show its rows alone'],
  ],
  'On anomalies, in the list and on their pages': [
    ['a', 'acknowledge'],
    ['1 to 4', 'archive as Resolved, Duplicate, Invalid or Discarded'],
    ['u', 'take back'],
    ['m', 'assign to somebody'],
    ['Shift M', 'assign to you'],
    ['t', 'change its tags and its note'],
    ['c', 'comment'],
    ['o', 'open its first check'],
    ['x', 'choose several: a, 1 to 4, u, m and Shift M then act on all of them'],
    ['q', 'show how its first check was judged'],
  ],
  'On checks': [
    ['a', 'activate'],
    ['d', 'make a draft'],
    ['Shift A', 'archive'],
    ['q', 'show how it was judged: SQL, cost, statements'],
  ],
}

/** A sheet that a key opens. */
export type Sheet = 'palette' | 'keys'

/** Follows the keys that work on every page; they are seen before those of a list, so that the letter after `g` acts nowhere else. */
export function useKeys(open: (sheet: Sheet) => void): void {
  const router = useRouter()
  useEffect(() => {
    let hasG = false
    const take = (event: KeyboardEvent) => {
      const act = actOf(event, hasG, open, router)
      hasG = !hasG && event.key === 'g' && isFree(event)
      if (act === null) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    window.addEventListener('keydown', take, true)
    return () => window.removeEventListener('keydown', take, true)
  }, [open, router])
}

function actOf(
  event: KeyboardEvent,
  hasG: boolean,
  open: (sheet: Sheet) => void,
  router: ReturnType<typeof useRouter>,
): (() => void) | null {
  const isWithControl = event.ctrlKey || event.metaKey
  if (isWithControl && event.key.toLowerCase() === 'k') return () => open('palette')
  if (!isOutside(event)) return null
  if (isWithControl && event.key === 'z') return undoLast
  if (event.key === '[' || event.key === ']') return besides(event, router)
  if (!isFree(event)) return null
  const place = hasG ? places.find(({ letter }) => letter === event.key) : undefined
  if (place) return () => void router.navigate({ to: place.to as string })
  if (event.key === '?') return () => open('keys')
  return event.key === 'Y' ? () => void copyAsCurl() : null
}

/** Goes to the thing before or after the one whose page is open, in its list; null: there is none, or it is no key now. */
function besides(event: KeyboardEvent, router: ReturnType<typeof useRouter>): (() => void) | null {
  // Many keyboards write a bracket with AltGr, which tells of itself as Alt, and of Control beside it.
  if (event.metaKey || (event.ctrlKey && !event.altKey) || preferenceOf('letters') === 'off') return null
  const neighbours = neighboursOf(router.latestLocation.pathname)
  const to = event.key === '[' ? neighbours?.before : neighbours?.after
  return to == null ? null : () => void router.navigate({ ...placeOf(to), replace: true })
}

/** True when a letter is a key: without control keys, outside of fields and of sheets over the page, and where the person wants that. */
export function isFree(event: KeyboardEvent): boolean {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey
  return isAlone && isOutside(event) && preferenceOf('letters') === 'on'
}

function isOutside({ target }: KeyboardEvent): boolean {
  return !(
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]')
  )
}
