import { useState } from 'react'
import { writeSearch, type Search } from '../shell/search.ts'

/** A set of filters that somebody gave a name. */
interface KeptView {
  name: string
  search: Search
}

interface KeptViews {
  views: readonly KeptView[]
  /** Keeps a view, in the place of one of the same name. */
  keep(view: KeptView): void
  remove(name: string): void
}

/** The views of a list that this browser keeps, by name. */
export function useKeptViews(list: string): KeptViews {
  const place = `assay-views-${list}`
  const [views, setViews] = useState(() => read(place))
  const put = (next: readonly KeptView[]) => {
    setViews(next)
    localStorage.setItem(place, JSON.stringify(next))
  }
  const others = (name: string) => views.filter((one) => one.name !== name)
  return {
    views,
    keep: (view) =>
      put([...others(view.name), view].toSorted((one, other) => one.name.localeCompare(other.name))),
    remove: (name) => put(others(name)),
  }
}

/** Whether both narrow and order a list in the same way. */
export function isSameView(one: Search, other: Search): boolean {
  const inOrder = (search: Search) => writeSearch(Object.fromEntries(Object.entries(search).toSorted()))
  return inOrder(one) === inOrder(other)
}

function read(place: string): readonly KeptView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? (kept as KeptView[]) : []
  } catch {
    return []
  }
}
