import { counted } from '../words/numbers.ts'
import { Button } from './button.tsx'

/** Which page of a list, newest first, is shown, and the ways to those beside it; `one` and `many` are the noun of its things. */
export function Pages(props: {
  page: number
  pages: number
  total: number
  one: string
  many?: string
  go: (page: number) => void
}) {
  const { page, pages, total, one, many, go } = props
  return (
    <div className="row">
      <Button disabled={page <= 1} onClick={() => go(Math.max(1, Math.min(page - 1, pages)))}>
        Newer
      </Button>
      <span>
        Page {page} of {pages}, {counted(total, one, many)}
      </span>
      <Button disabled={page >= pages} onClick={() => go(page + 1)}>
        Older
      </Button>
    </div>
  )
}

/** The page that an address names; the first one where it names none. */
export function pageNumber(text: string | undefined): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
