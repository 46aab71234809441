import { useCallback, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Given } from '../api/ask.ts'
import type { Refusal } from '../api/refusal.ts'
import type { Search } from '../shell/search.ts'
import { readingPage, size, type ListName, type PagedList, type PageOf, type RowOf } from './paged-list.ts'
import { linesOfAll, pagesBetween, placeAt } from './parts.ts'

/** Rows of a list that belong together. */
export interface Group<Query> {
  label: string
  count: number
  isOpen: boolean
  toggle(): void
  /** What the list is asked for with, so that it has these rows alone. */
  query: Query
  /** The same as the query of an address. */
  alone: Search
}

/** The groups of a list, as far as they are known. */
export interface Groups<Query> {
  /** Null: they are not known yet. */
  all: readonly Group<Query>[] | null
  error: Refusal | null
  again(): void
}

/** Lines that are looked at are told in steps of so many, so that not each step of scrolling draws anew. */
const step = 25

/** A list in groups: a line for the head of each, and below those that are open their rows, which are fetched as they are looked at. */
export function useGroupedList<Name extends ListName>(
  name: Name,
  { all, error, again }: Groups<Given<Name>['query']>,
): PagedList<RowOf<Name>> {
  const [seen, setSeen] = useState<readonly [number, number]>([0, step])
  const groups = all ?? []
  const pages = pagesBetween(groups, seen, size)
  const results = useQueries({
    queries: pages.map(({ part, page }) =>
      readingPage(name, { query: groups[part]?.query } as unknown as Given<Name>, page),
    ),
  })
  const look = useCallback((first: number, last: number) => {
    const next = [
      Math.floor(first / step) * step,
      Math.ceil((Math.max(first, last) + 1) / step) * step,
    ] as const
    setSeen((span) => (span[0] === next[0] && span[1] === next[1] ? span : next))
  }, [])
  const pageOf = (part: number, row: number): PageOf<Name> | undefined => {
    const page = Math.floor(row / size) + 1
    return results[pages.findIndex((one) => one.part === part && one.page === page)]?.data
  }
  return {
    total: all === null ? null : linesOfAll(groups),
    rowAt(index) {
      const place = placeAt(groups, index)
      if (place === null || place.row === null) return
      return pageOf(place.part, place.row)?.items[place.row % size]
    },
    headAt(index) {
      const place = placeAt(groups, index)
      return place?.row === null ? groups[place.part] : undefined
    },
    isFormer: false,
    look,
    error:
      error ??
      ((results.find((one) => one.data === undefined && one.error !== null)?.error ??
        null) as Refusal | null),
    again() {
      again()
      for (const { refetch } of results) void refetch()
    },
  }
}
