import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'

/** A thing whose page was open. */
interface Seen {
  /** Its address below `/console`. */
  to: string
  title: string
}

/** Things that are remembered. */
const most = 8

const ending = ' · Assay'

const placeOf = (user: number) => `assay-seen-${user}`

/** What this person saw last in this browser, the latest first. */
export function seenBy(user: number): Seen[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(user)) ?? '[]')
    return Array.isArray(kept) ? (kept as Seen[]) : []
  } catch {
    return []
  }
}

/** Forgets it, for who uses the browser next. */
export function forgetSeen(user: number): void {
  localStorage.removeItem(placeOf(user))
}

/** Remembers each thing whose page is left. */
export function useRemembering(user: number): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        const to = fromLocation?.pathname ?? ''
        // The page of one thing, which has told its name.
        if (!pathChanged || !/\/\d+$/.test(to) || !document.title.endsWith(ending)) return
        const title = document.title.slice(0, -ending.length)
        const others = seenBy(user).filter((one) => one.to !== to)
        localStorage.setItem(placeOf(user), JSON.stringify([{ to, title }, ...others].slice(0, most)))
      }),
    [router, user],
  )
}
