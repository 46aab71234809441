import { count, counted } from '../words/numbers.ts'
import { Button } from './button.tsx'

/**
 * How many things a list has, and where they are not all on this page, which page it is and the ways to those beside it; nothing for an empty list.
 * `one` and `many` are the noun of its things, `ways` the words for the pages before and after (default: those of a list with the newest first).
 */
export function Pages(props: {
  page: number
  pages: number
  total: number
  one: string
  many?: string
  ways?: readonly [before: string, after: string]
  go: (page: number) => void
}) {
  const { page, pages, total, one, many, ways: [before, after] = ['Newer', 'Older'], go } = props
  if (pages <= 1 && page === 1)
    return total === 0 ? null : <p className="muted">{counted(total, one, many)}</p>
  return (
    <div className="row">
      <Button disabled={page <= 1} onClick={() => go(Math.max(1, Math.min(page - 1, pages)))}>
        {before}
      </Button>
      <span>
        {page > pages ? `Nothing is on page ${count(page)}` : `Page ${count(page)} of ${count(pages)}`},{' '}
        {counted(total, one, many)}
      </span>
      <Button disabled={page >= pages} onClick={() => go(page + 1)}>
        {after}
      </Button>
    </div>
  )
}

/** The page that an address names; the first one where it names none. */
export function pageNumber(text: string | undefined): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
