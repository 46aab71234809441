import { useCallback, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Endpoints } from '../api/api.generated.ts'
import { answers, keyOf } from '../api/answers.ts'
import { ask, type Given, type Reading } from '../api/ask.ts'
import type { Refusal } from '../api/refusal.ts'
import type { Search } from '../shell/search.ts'

/** Requests that answer with pages. */
export type ListName = {
  [Name in Reading]: Endpoints[Name]['answer'] extends { items: unknown[]; total: number } ? Name : never
}[Reading]

/** What a page of the list holds. */
export type RowOf<Name extends ListName> = Endpoints[Name]['answer'] extends { items: (infer Row)[] }
  ? Row
  : never

/** A list of any length, of which the rows that are looked at are fetched. */
export interface PagedList<Row> {
  /** Null until the first page is there. */
  total: number | null
  /** Undefined while its page is on the way. */
  rowAt(index: number): Row | undefined
  /** What stands there in the place of a row, where the list has groups: the head of one. */
  headAt?(index: number): GroupHead | undefined
  /** What it is asked for with; absent: its rows do not stand in pages one after another. */
  request?: ListRequest
  /** Whether rows of the filters of before stand in for those that are on the way. */
  isFormer: boolean
  /** Says which rows are looked at, from 0. */
  look(first: number, last: number): void
  /** Why a page that is looked at could not be read; null when there is something of each, if from before. */
  error: Refusal | null
  again(): void
}

/** What a list is asked for with, as it can be kept. */
export interface ListRequest {
  name: ListName
  given: object
}

/** The head of some rows that belong together, which can be shown and put away. */
export interface GroupHead {
  label: string
  /** How many rows it has, shown or not. */
  count: number
  isOpen: boolean
  toggle(): void
  /** The query of an address that has its rows alone. */
  alone: Search
}

/** A page of a list, as it is asked for and kept among the answers. */
export interface PageOf<Name extends ListName> {
  items: RowOf<Name>[]
  total: number
  /** From 1. */
  page: number
}

/** Rows of a page. */
export const size = 100

/** How a page of a list is read, from 1. */
export function readingPage<Name extends ListName>(
  name: Name,
  given: Given<Name>,
  page: number,
): { queryKey: readonly unknown[]; queryFn(how: { signal: AbortSignal }): Promise<PageOf<Name>> } {
  const paged = { ...given, query: { ...given.query, page, size } } as Given<Name>
  return {
    queryKey: keyOf(name, paged),
    queryFn: async ({ signal }) => (await ask(name, paged, { signal })) as unknown as PageOf<Name>,
  }
}

/** Reads a page of a list anew, from 1. */
export function readPage({ name, given }: ListRequest, page: number): Promise<PageOf<ListName>> {
  return answers.fetchQuery({ ...readingPage(name, given as Given<ListName>, page), staleTime: 0 })
}

/** Asks for the first page of a list before it is shown, which then finds it under way or answered. */
export function readBefore<Name extends ListName>(name: Name, given: Given<Name>): void {
  void answers.prefetchQuery(readingPage(name, given, 1))
}

/** The list that a request answers with, in pages of a hundred; without `enabled` nothing is read. */
export function usePagedList<Name extends ListName>(
  name: Name,
  given: Given<Name>,
  { enabled = true } = {},
): PagedList<RowOf<Name>> {
  const [[from, to], setSpan] = useState<readonly [number, number]>([1, 1])
  const pages = Array.from({ length: enabled ? to - from + 1 : 0 }, (_, index) => from + index)
  const results = useQueries({
    queries: pages.map((page) => ({
      ...readingPage(name, given, page),
      // The same page of other filters stands in for a moment; another page would show rows in the places of others.
      placeholderData: (before: PageOf<Name> | undefined) => (before?.page === page ? before : undefined),
    })),
  })
  const look = useCallback((first: number, last: number) => {
    const next = [Math.floor(first / size) + 1, Math.floor(Math.max(first, last) / size) + 1] as const
    setSpan((span) => (span[0] === next[0] && span[1] === next[1] ? span : next))
  }, [])
  const told = results.find(({ data }) => data !== undefined)?.data?.total ?? null
  // While a page far away is on its way the list is as long as it was: a list without rows would lose its place.
  const list = JSON.stringify(given)
  const [kept, keep] = useState<{ list: string; total: number } | null>(null)
  if (told !== null && (kept?.list !== list || kept.total !== told)) keep({ list, total: told })
  return {
    total: told ?? (kept?.list === list ? kept.total : null),
    rowAt(index) {
      const result = results[Math.floor(index / size) + 1 - from]
      return result?.data?.items[index % size]
    },
    request: { name, given },
    isFormer: results.some(({ isPlaceholderData }) => isPlaceholderData),
    look,
    error: (results.find(({ data, error }) => data === undefined && error !== null)?.error ??
      null) as Refusal | null,
    again: () => {
      for (const { refetch } of results) void refetch()
    },
  }
}
