import { useEffect, useId } from 'react'
import { useRouter } from '@tanstack/react-router'
import { sharedValue } from '../kit/shared-value.ts'
import type { PagedList } from './paged-list.ts'

/** A list as it was when one of its things was opened. */
interface OpenedList {
  /** What it is called, such as `Anomalies`. */
  label: string
  /** Its address below `/console`, with its query. */
  address: string
  /** The addresses of its things in their order, as far as they had been read around the opened one. */
  things: readonly string[]
}

/** How far around the rows in sight the list is kept. */
const around = 500

/** Where it is kept in this tab, so that a page that is loaded anew has it. */
const place = 'assay-opened-list'

const none: OpenedList = { label: '', address: '', things: [] }

const opened = sharedValue<OpenedList>(readOpened())

/** What each list that is on the page has around the rows in sight, by an id of the list. */
const onPage = new Map<string, () => Pick<OpenedList, 'label' | 'things'>>()

/** Says which things a list of the page has, for those that are opened from it; `seen` are the first and the last row in sight. */
export function useOpenable<Row>(
  label: string,
  { list, address }: { list: PagedList<Row>; address(row: Row): string },
  [first, last]: readonly [first: number, last: number],
): void {
  const id = useId()
  useEffect(() => {
    onPage.set(id, () => ({ label, things: thingsOf(list, address, first - around, last + around) }))
    return () => void onPage.delete(id)
  })
}

function thingsOf<Row>(
  list: PagedList<Row>,
  address: (row: Row) => string,
  from: number,
  to: number,
): string[] {
  const end = Math.min(to, (list.total ?? 0) - 1)
  const things: string[] = []
  for (let index = Math.max(0, from); index <= end; index += 1) {
    const row = list.rowAt(index)
    if (row !== undefined) things.push(address(row))
  }
  return things
}

/** Keeps the list from which a thing is opened, in whatever way: a click, a key, or the way from what is shown beside the list. */
export function useOpenedLists(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        if (!pathChanged || !isThing(toLocation.pathname)) return
        const from = [...onPage.values()].map((tell) => tell()).find(({ things }) => has(things, toLocation))
        if (from !== undefined) keep({ ...from, address: fromLocation?.href ?? '/' })
      }),
    [router],
  )
}

const has = (things: readonly string[], { pathname }: { pathname: string }) =>
  things.some((thing) => pathOf(thing) === pathname)

/** Forgets it, for who uses the browser next. */
export function forgetOpenedList(): void {
  keep(none)
}

function keep(list: OpenedList): void {
  opened.put(list)
  sessionStorage.setItem(place, JSON.stringify(list))
}

function readOpened(): OpenedList {
  try {
    return { ...none, ...(JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<OpenedList>) }
  } catch {
    return none
  }
}

/** A thing in the list that it was opened from, and the addresses beside it; null: there is none, or it was not read. */
export interface Neighbours {
  list: Pick<OpenedList, 'label' | 'address'>
  before: string | null
  after: string | null
}

/** The neighbours of the thing at an address without its query; null: it was opened from no list. */
export function neighboursOf(pathname: string, list: OpenedList = opened.get()): Neighbours | null {
  const at = list.things.findIndex((thing) => pathOf(thing) === pathname)
  if (at === -1) return null
  return { list, before: list.things[at - 1] ?? null, after: list.things[at + 1] ?? null }
}

/** The same, drawn again where another list takes its place. */
export function useNeighbours(pathname: string): Neighbours | null {
  return neighboursOf(pathname, opened.use())
}

const pathOf = (address: string) => address.split('?', 1)[0]

const isThing = (pathname: string) => /\/\d+$/.test(pathname)
