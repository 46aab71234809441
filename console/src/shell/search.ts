import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The query of an address: a member that stands there several times is a list. */
export type Search = { [member: string]: string | string[] | undefined }

/** Reads the query of an address. */
export function readSearch(text: string): Search {
  const all = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(all.keys())].map((member) => {
      const values = all.getAll(member)
      return [member, values.length === 1 ? values[0] : values]
    }),
  )
}

/** An address below `/console` as the router takes it. */
export function placeOf(address: string): { to: string; search: never } {
  const [to = '', query = ''] = address.split('?')
  return { to, search: readSearch(query) as never }
}

/** Writes the query of an address, with its question mark; members without a value are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const all = new URLSearchParams()
  for (const [member, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') all.append(member, String(one))
    }
  }
  return all.size === 0 ? '' : `?${all}`
}

/** The members of a query: all values of one, or its first. */
export interface Members {
  all(member: string): string[]
  one(member: string): string | undefined
}

/** The members of a query as they are asked for. */
export function membersOf(search: Search): Members {
  const all = (member: string) => [search[member] ?? []].flat()
  return { all, one: (member) => all(member)[0] }
}

/** The query of the page's address as lists, and a change of some members; undefined removes one. A change for a page that was left is dropped. */
export function useAddress(): Members & {
  change(members: Search, how?: { replace?: boolean }): void
  /** The query with some members changed, for a link. */
  with(members: Search): Search
} {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const { pathname } = useLocation()
  return {
    ...membersOf(search),
    with: (members) => ({ ...search, ...members }),
    change(members, { replace = false } = {}) {
      if (router.latestLocation.pathname !== pathname) return
      // Of the address as it is by then: another change may be on its way.
      const changed = (before: Search) => ({ ...before, ...members })
      void navigate({ to: '.', search: changed as never, replace })
    },
  }
}
