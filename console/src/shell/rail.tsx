import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { Role, Self } from '../api/api.generated.ts'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { hasRole } from './rights.ts'

/** A page that the rail leads to. */
interface Place {
  to: string
  word: string
  glyph: string
  /** Without this role all of the page is refused, and it is left out. */
  need?: Role
  /** Pages that are reached from it, and stand below it. */
  below?: readonly string[]
  /** Narrow screens have no room for it; there it is below "More". */
  isFurther?: true
}

/** In the order of the rail. */
const places: readonly Place[] = [
  { to: '/overview', word: 'Overview', glyph: '◎' },
  { to: '/anomalies', word: 'Anomalies', glyph: '◆' },
  { to: '/checks', word: 'Checks', glyph: '✓' },
  { to: '/datastores', word: 'Datastores', glyph: '▤', below: ['/containers', '/fields', '/promote'] },
  { to: '/runs', word: 'Runs', glyph: '▶', below: ['/container-scans'] },
  { to: '/observability', word: 'Observability', glyph: '∿', isFurther: true },
  { to: '/schedules', word: 'Schedules', glyph: '◷', isFurther: true },
  { to: '/flows', word: 'Flows', glyph: '⇢', isFurther: true },
  {
    to: '/people',
    word: 'People',
    glyph: '☺',
    need: 'Manager',
    isFurther: true,
    below: ['/teams', '/rights', '/tokens'],
  },
  { to: '/settings', word: 'Settings', glyph: '⚙', isFurther: true },
  { to: '/audit', word: 'Audit', glyph: '≡', need: 'Admin', isFurther: true },
]

/** Leads to the pages; at the side, and on narrow screens below. */
export function Rail({ me }: { me: Self }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mine = places.filter(({ need }) => need === undefined || hasRole(me, need))
  const isOpen = ({ to, below = [] }: Place) => [to, ...below].some((place) => isWithin(pathname, place))
  const further = mine.filter(({ isFurther }) => isFurther)
  return (
    <nav className="rail" aria-label="Pages">
      <Link to="/" className="brand">
        Assay
      </Link>
      {mine.map((place) => (
        <Link
          key={place.to}
          to={place.to as string}
          className={place.isFurther ? 'place further' : 'place'}
          aria-current={isOpen(place) ? 'page' : undefined}
        >
          <span aria-hidden="true">{place.glyph}</span> <span className="word">{place.word}</span>
        </Link>
      ))}
      <div className={further.some(isOpen) ? 'more open' : 'more'}>
        <Menu label="More">
          {further.map(({ to, word }) => (
            <MenuItem key={to} act={() => void navigate({ to })}>
              {word}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </nav>
  )
}

/** Whether an address is that of a place, or of a thing of it. */
const isWithin = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`)
