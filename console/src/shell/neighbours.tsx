import { Link, useLocation } from '@tanstack/react-router'
import { useNeighbours } from '../tables/opened-list.ts'
import { placeOf } from './search.ts'
import './neighbours.css'

/** On the page of a thing that was opened from a list: the ways to those beside it there, and back to the list. On a narrow screen it has a line of its own. */
export function NeighboursBar() {
  const { pathname } = useLocation()
  const neighbours = useNeighbours(pathname)
  if (neighbours === null) return null
  const { list, before, after } = neighbours
  return (
    <nav aria-label="The list that this is from" className="neighbours">
      <Way to={before} glyph="‹" words="Previous of the list ([)" />
      <Link {...placeOf(list.address)} className="cut" title={`Back to ${list.label}`}>
        {list.label}
      </Link>
      <Way to={after} glyph="›" words="Next of the list (])" />
    </nav>
  )
}

/** It takes the place of the page that is open, so that the browser's way back leads to the list. */
function Way({ to, glyph, words }: { to: string | null; glyph: string; words: string }) {
  if (to === null)
    return (
      <span className="button way" aria-hidden="true">
        {glyph}
      </span>
    )
  return (
    <Link {...placeOf(to)} replace className="button way" aria-label={words} title={words}>
      <span aria-hidden="true">{glyph}</span>
    </Link>
  )
}
