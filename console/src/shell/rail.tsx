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
  return (
    <nav className="rail" aria-label="Pages">
      <Link to="/" className="brand">
        Assay
      </Link>
      {mine.map(({ to, word, glyph, isFurther, below = [] }) => (
        <Link
          key={to}
          to={to as string}
          className={isFurther ? 'place further' : 'place'}
          aria-current={[to, ...below].some((place) => isWithin(pathname, place)) ? 'page' : undefined}
        >
          <span aria-hidden="true">{glyph}</span> <span className="word">{word}</span>
        </Link>
      ))}
      <div className="more">
        <Menu label="More">
          {mine
            .filter(({ isFurther }) => isFurther)
            .map(({ to, word }) => (
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
