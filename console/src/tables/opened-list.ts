import { useEffect, useId } from 'react'
import { useRouter } from '@tanstack/react-router'
import { sharedValue } from '../kit/shared-value.ts'
import { readPage, size, type ListName, type ListRequest, type PagedList } from './paged-list.ts'

/** A list as it was when one of its things was opened. */
interface OpenedList {
  /** What it is called, such as `Anomalies`. */
  label: string
  /** Its address below `/console`, with its query. */
  address: string
  /** The addresses of its things in their order, as far as they have been read around the opened one. */
  things: readonly string[]
  /** How many of the list are before these, and whether there are more after them. */
  first: number
  hasMore: boolean
  /** How more of it is read, also after the page was loaded anew; null: no more can be. */
  request: ListRequest | null
}

/** A row of any list that has things. */
interface Listed {
  id: number
  container?: { id: number }
}

/** The addresses of the things of each list: those of other lists are read no further than they were seen. */
const addresses: { [Name in ListName]?: (row: Listed) => string } = {
  'GET /api/anomalies': ({ id }) => `/anomalies/${id}`,
  'GET /api/quality-checks': ({ id }) => `/checks/${id}`,
  'GET /api/operations': ({ id }) => `/runs/${id}`,
  'GET /api/datastores': ({ id }) => `/datastores/${id}`,
  'GET /api/containers': ({ id }) => `/containers/${id}`,
  'GET /api/operations/{id}/scan-checks': ({ id }) => `/checks/${id}`,
  'GET /api/operations/{id}/containers': ({ container }) => `/containers/${container?.id}`,
}

/** How far around the rows in sight the list is kept. */
const around = 500

/** Where it is kept in this tab, so that a page that is loaded anew has it. */
const place = 'assay-opened-list'

/** So many things before an end of what is known of the list, more of it is read. */
const margin = 10

const none: OpenedList = { label: '', address: '', things: [], first: 0, hasMore: false, request: null }

const opened = sharedValue<OpenedList>(readOpened())

/** What each list that is on the page has around the rows in sight, by an id of the list. */
const onPage = new Map<string, () => Omit<OpenedList, 'address'>>()

/** Says which things a list of the page has, for those that are opened from it; `seen` are the first and the last row in sight. */
export function useOpenable<Row>(
  label: string,
  { list, address }: { list: PagedList<Row>; address(row: Row): string },
  [first, last]: readonly [first: number, last: number],
): void {
  const id = useId()
  useEffect(() => {
    onPage.set(id, () => {
      const from = Math.max(0, first - around)
      const known = thingsOf(list, address, from, last + around)
      const hasMore = known.first + known.things.length < (list.total ?? 0)
      return { label, ...known, hasMore, request: list.request ?? null }
    })
    return () => void onPage.delete(id)
  })
}

/** Those of a span of rows that have been read. */
function thingsOf<Row>(
  list: PagedList<Row>,
  address: (row: Row) => string,
  from: number,
  to: number,
): Pick<OpenedList, 'things' | 'first'> {
  const end = Math.min(to, (list.total ?? 0) - 1)
  const things: string[] = []
  let first = from
  for (let index = from; index <= end; index += 1) {
    const row = list.rowAt(index)
    if (row === undefined) continue
    if (things.length === 0) first = index
    things.push(address(row))
  }
  return { things, first }
}

/** Keeps the list from which a thing is opened, in whatever way: a click, a key, or the way from what is shown beside the list. */
export function useOpenedLists(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        if (!pathChanged || !isThing(toLocation.pathname)) return
        const from = [...onPage.values()].map((tell) => tell()).find(({ things }) => has(things, toLocation))
        if (from === undefined) return
        keep({ ...from, address: fromLocation?.href ?? '/' })
      }),
    [router],
  )
}

const has = (things: readonly string[], { pathname }: { pathname: string }) =>
  things.some((thing) => pathOf(thing) === pathname)

/** Reads on in the opened list where the thing at this address is near an end of what is known of it. */
async function readOn(pathname: string): Promise<void> {
  const list = opened.get()
  const { request } = list
  const at = list.things.findIndex((thing) => pathOf(thing) === pathname)
  if (request === null || at === -1) return
  const ends = [
    ...(list.hasMore && at >= list.things.length - margin ? [after] : []),
    ...(list.first > 0 && at < margin ? [before] : []),
  ]
  for (const end of ends) {
    const longer = await end(opened.get(), request)
      // Once more: the list may have changed between its pages.
      .catch(() => end(opened.get(), request))
      .catch(() => null)
    // Another list may have been opened meanwhile, and what could not be read is tried again at the next thing.
    if (longer === null || opened.get().request !== request) return
    keep(longer)
  }
}

/** With the page after the last thing. That may stand further up than before, as when those before it were archived. */
async function after(list: OpenedList, request: ListRequest): Promise<OpenedList> {
  const last = list.things.at(-1) ?? ''
  const lastPage = Math.ceil((list.first + list.things.length) / size)
  let found = await readFrom(lastPage, lastPage + 1, request)
  for (let page = lastPage - 1; page > 0 && !found.includes(last); page -= 1)
    found = await readFrom(page, lastPage + 1, request)
  const more = unknownOf(list, found.slice(found.indexOf(last) + 1))
  return { ...list, things: [...list.things, ...more], hasMore: more.length > 0 }
}

/** With the page before the first thing. */
async function before(list: OpenedList, request: ListRequest): Promise<OpenedList> {
  const page = Math.ceil(list.first / size)
  const found = await readFrom(page, page + 1, request)
  const place = found.indexOf(list.things[0] ?? '')
  const more = unknownOf(list, found.slice(0, place === -1 ? size : place))
  return { ...list, things: [...more, ...list.things], first: (page - 1) * size }
}

/** The things of several pages. Throws where the list has changed between them: pages of different moments do not follow one another. */
async function readFrom(first: number, last: number, request: ListRequest): Promise<string[]> {
  const address = addresses[request.name]
  if (address === undefined) return []
  const pages = []
  for (let page = first; page <= last; page += 1) pages.push(await readPage(request, page))
  if (new Set(pages.map(({ total }) => total)).size > 1) throw new Error('The list has changed meanwhile.')
  return pages.flatMap(({ items }) => (items as unknown as Listed[]).map(address))
}

function unknownOf({ things }: OpenedList, found: readonly string[]): string[] {
  const known = new Set(things)
  return found.filter((thing) => !known.has(thing))
}

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

/** The same, drawn again where another list takes its place or more of it is read. */
export function useNeighbours(pathname: string): Neighbours | null {
  useEffect(() => void readOn(pathname), [pathname])
  return neighboursOf(pathname, opened.use())
}

const pathOf = (address: string) => address.split('?', 1)[0]

const isThing = (pathname: string) => /\/\d+$/.test(pathname)
